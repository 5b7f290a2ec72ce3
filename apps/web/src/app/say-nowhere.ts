import { translate } from '../platform/i18n/i18n.ts';
import { toastUpdate } from '../ui/toasts/toast.tsx';

/** Says that the address leads nowhere, for whoever finds the own home in its place. */
export const sayNowhere = (path: string): void =>
  toastUpdate({ title: translate('shell.notFound.title'), text: translate('shell.notFound.home', { path }) });
