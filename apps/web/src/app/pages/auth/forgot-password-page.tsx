import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressText } from '../../../features/accounts/address-text.tsx';
import { OutboxNotice } from '../../../features/accounts/entry/outbox-notice.tsx';
import { ResetRequestForm } from '../../../features/accounts/entry/reset-request-form.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import classes from '../../../features/sessions/sign-in.module.css';
import { EntryPage } from './entry-page.tsx';

/** Asking for the link of a new password, and where to read it. */
export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const { description } = useSearch({ from: '/auth/forgot-password' });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const back = (
    <Row as="p" wrap justify="between" gap={24} rowGap={12} className={classes.ways}>
      <Link to="/auth/login" className={classes.link}>
        {t('accounts.reset.back')}
      </Link>
    </Row>
  );
  if (sentTo !== null)
    return (
      <EntryPage
        title={t('accounts.reset.sentTitle')}
        lead={
          <span role="status">
            <AddressText text="accounts.reset.sent" email={sentTo} />
          </span>
        }
      >
        <OutboxNotice />
        {back}
      </EntryPage>
    );
  return (
    <EntryPage title={t('accounts.reset.title')} lead={t('accounts.reset.lead')}>
      <ResetRequestForm email={description ?? ''} onSent={setSentTo} />
      {back}
    </EntryPage>
  );
}
