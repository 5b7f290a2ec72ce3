import { useTranslation } from 'react-i18next';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

/** After saving from a dialog: says that it worked and closes. `title` where "saved" says too little. */
export const useSaved = (onClose: () => void, title?: string): (() => void) => {
  const { t } = useTranslation();
  return () => {
    toastSuccess({ title: title ?? t('accounts.details.saved') });
    onClose();
  };
};
