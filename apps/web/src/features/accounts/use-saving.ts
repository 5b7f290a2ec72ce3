import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

/** Saving from a dialog: says that it worked and closes. `title` where "saved" says too little. */
export const useSaving = <T>(save: (values: T) => Promise<unknown>, onClose: () => void, title?: string) => {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: save,
    onSuccess: () => {
      toastSuccess({ title: title ?? t('accounts.details.saved') });
      onClose();
    },
  });
};
