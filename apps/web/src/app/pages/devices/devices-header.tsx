import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/session-store.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { AddMenu } from './add-menu.tsx';

/** Head of the device pages, the same above all their states. */
export function DevicesHeader() {
  const { t } = useTranslation();
  const session = useSession();
  const organization = session.organizations.find(
    ({ organizationId }) => organizationId === session.activeOrganizationId,
  );
  return (
    <PageHeader title={t('shell.nav.devices')} meta={organization?.name} hasWideFind>
      <AddMenu />
    </PageHeader>
  );
}
