import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SignUpForm } from '../../../features/accounts/entry/sign-up-form.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import classes from '../../../features/sessions/sign-in.module.css';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { EntryPage } from './entry-page.tsx';

/** Making an account of one's own, where the installation lets everybody in. */
export function SignUpPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const info = useAppInfo();
  const isClosed = info?.isSignUpOpen === false;
  const toMail = (email: string): void => void navigate({ to: '/email-verification', search: { description: email } });
  return (
    <EntryPage
      title={t('accounts.signUp.title')}
      lead={t(isClosed ? 'accounts.signUp.closed' : 'accounts.signUp.lead')}
    >
      {info?.isSignUpOpen === true && <SignUpForm onMade={toMail} />}
      <Row as="p" wrap justify="between" gap={24} rowGap={12} className={classes.ways}>
        <span>
          {t('accounts.signUp.haveAccount')}{' '}
          <Link to="/auth/login" className={classes.link}>
            {t('accounts.signUp.signIn')}
          </Link>
        </span>
      </Row>
    </EntryPage>
  );
}
