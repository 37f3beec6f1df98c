/** The address of the engine that the page was built with, if any. */
declare const __LOCAL_ENGINE__: string | null;
