import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { dialogOf, type AccountDialogName } from './dialogs/account-dialog-names.ts';
import { profileQuery } from './account-queries.ts';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';

const AccountDialog = lazy(async () => ({
  default: (await import('./dialogs/account-dialogs.tsx')).AccountDialog,
}));

/** Who is signed in, how they want to have the screens, and where they are signed in. A query parameter opens a dialog. */
export function AccountDetailsPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/shell/account-area/account/details' });
  const navigate = useNavigate();
  const profile = useQuery(profileQuery());
  const open = (dialog: AccountDialogName): void =>
    void navigate({ to: '/account/details', search: { [dialog]: 'true' } });
  const close = (): void => void navigate({ to: '/account/details', search: {}, replace: true });
  const dialog = dialogOf(search);
  return (
    <>
      <PageHeader title={t('shell.account.details')} />
      <ListScreen list={profile} failed={t('accounts.details.failed')} rows={6}>
        {(data) => (
          <>
            <ProfileSection profile={data} onOpen={open} />
            <PreferencesSection profile={data} onOpen={open} />
            <SessionsSection />
          </>
        )}
      </ListScreen>
      {profile.data !== undefined && dialog !== null && (
        <Suspense>
          <AccountDialog key={dialog} name={dialog} profile={profile.data} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
