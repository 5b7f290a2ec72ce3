import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { translate } from '../../platform/i18n/i18n.ts';
import { toApiError } from '../../platform/api/api-error.ts';

interface Toast {
  title: string;
  text?: ReactNode;
}

const show = (
  toast: Toast,
  kind: { icon: ReactNode; color: string; autoClose: number | false; role: 'status' | 'alert' },
): void => {
  // Fetched with the area that shows them, so that it is not part of the first download.
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({
      title: toast.title,
      message: toast.text,
      icon: kind.icon,
      color: kind.color,
      autoClose: kind.autoClose,
      role: kind.role,
      withBorder: false,
      closeButtonProps: { 'aria-label': translate('common.actions.close') },
    }),
  );
};

/** Says that something worked; leaves after 6 s. */
export const toastSuccess = (toast: Toast): void =>
  show(toast, {
    icon: <IconCircleCheck size={20} stroke={1.5} aria-hidden="true" />,
    color: 'green',
    autoClose: 6000,
    role: 'status',
  });

/** Says what somebody else did; leaves after 6 s. */
export const toastUpdate = (toast: Toast): void =>
  show(toast, {
    icon: <IconInfoCircle size={20} stroke={1.5} aria-hidden="true" />,
    color: 'gray',
    autoClose: 6000,
    role: 'status',
  });

/** Says what must be put right before anything is sent; leaves after 6 s. */
export const toastWarning = (toast: Toast): void =>
  show(toast, { icon: <IconAlertCircle size={20} stroke={1.5} />, color: 'red', autoClose: 6000, role: 'alert' });

/** Says what failed, and why and what to do by the failure's code; stays until it is closed. */
export const toastFailure = (title: string, failure: unknown): void =>
  show(
    { title, text: translate(`errors.${toApiError(failure).code}`) },
    {
      icon: <IconAlertCircle size={20} stroke={1.5} aria-hidden="true" />,
      color: 'red',
      autoClose: false,
      role: 'alert',
    },
  );
