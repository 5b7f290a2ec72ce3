import { useMutation } from '@tanstack/react-query';
import { useSaved } from './use-saved.ts';

/** Saving a choice from a dialog: says that it worked and closes. */
export const useSaving = <T>(save: (values: T) => Promise<unknown>, onClose: () => void) =>
  useMutation({ mutationFn: save, onSuccess: useSaved(onClose) });
