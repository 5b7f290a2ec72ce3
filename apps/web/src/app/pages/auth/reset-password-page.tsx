import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import entry from '../../../features/accounts/entry/entry.module.css';
import { NewPasswordForm } from '../../../features/accounts/entry/new-password-form.tsx';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { EntryPage } from './entry-page.tsx';

/** Setting a password by a mailed link. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const { token } = useSearch({ from: '/auth/reset-password' });
  const [isSet, setSet] = useState(false);
  if (isSet)
    return (
      <EntryPage title={t('accounts.reset.newTitle')} lead={<span role="status">{t('accounts.reset.done')}</span>}>
        <ButtonLink to="/auth/login" fullWidth className={entry.submit}>
          {t('accounts.verify.toSignIn')}
        </ButtonLink>
      </EntryPage>
    );
  if (token === undefined)
    return (
      <EntryPage title={t('accounts.reset.newTitle')} lead={t('accounts.reset.noToken')}>
        <ButtonLink to="/auth/forgot-password" fullWidth className={entry.submit}>
          {t('accounts.reset.again')}
        </ButtonLink>
      </EntryPage>
    );
  return (
    <EntryPage title={t('accounts.reset.newTitle')} lead={t('accounts.reset.newLead')}>
      <NewPasswordForm token={token} onSet={() => setSet(true)} />
    </EntryPage>
  );
}
