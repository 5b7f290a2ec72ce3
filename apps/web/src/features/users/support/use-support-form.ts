import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { parseAddresses } from '../invites/parse-addresses.ts';
import { isSupportEnd } from './support-end.ts';

/** What an organization is invited to, or may do here. */
export interface SupportValues {
  email: string;
  accessUntil: number | null;
  groupIds: string[];
}

/** The form of help. `isInvitation`: it begins with an address, and needs a group. */
export const useSupportForm = (initial: SupportValues, isInvitation: boolean) => {
  const { t } = useTranslation();
  const form = useForm<SupportValues>({
    initialValues: initial,
    validate: {
      email: (value) =>
        !isInvitation || (parseAddresses(value).length === 1 && parseAddresses(value)[0]?.fault === null)
          ? null
          : t('users.invite.fault.invalid'),
      accessUntil: (value) =>
        value !== null && isSupportEnd(value, serverNowUtcMs()) ? null : t('errors.support_time_invalid'),
      groupIds: (value) => (isInvitation && value.length === 0 ? t('users.support.groupMissing') : null),
    },
  });
  /** Puts a refusal at its field; true when it is about one. */
  const showFailure = (failure: unknown): boolean => {
    const { code, data } = toApiError(failure);
    const isPending = data['code'] === 'invite_pending' || code === 'invite_pending';
    if (isPending) form.setFieldError('email', t('errors.invite_pending'));
    else if (code === 'support_time_invalid') form.setFieldError('accessUntil', t('errors.support_time_invalid'));
    else return false;
    return true;
  };
  return { form, showFailure };
};
