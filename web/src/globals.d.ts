/** The address of the engine that the page was built with, or null, as JSON. */
declare const __LOCAL_ENGINE__: string;
