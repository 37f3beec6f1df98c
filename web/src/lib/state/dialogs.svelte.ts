// Which window lies over the page, if any.

export type DialogName = 'settings' | 'help';

class Dialogs {
  shown = $state<DialogName | null>(null);

  open(name: DialogName): void {
    this.shown = name;
  }

  close(): void {
    this.shown = null;
  }
}

export const dialogs = new Dialogs();
