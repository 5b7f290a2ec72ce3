import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { useMay } from '../../../platform/session/may.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { AddMenu } from './add-menu.tsx';

/** Head of the device pages, the same above all their states. */
export function DevicesHeader({ canAdd = true }: { canAdd?: boolean }) {
  const { t } = useTranslation();
  const session = useSession();
  const mayAddCamera = useMay('CameraCreate');
  const organization = session.organizations.find(
    ({ organizationId }) => organizationId === session.activeOrganizationId,
  );
  return (
    <PageHeader title={t('shell.nav.devices')} meta={organization?.name}>
      <AddMenu />
      {canAdd && mayAddCamera && (
        <ButtonLink to="/cameras/add" leftSection={<IconPlus size={16} stroke={1.6} />}>
          {t('cameras.add.action')}
        </ButtonLink>
      )}
    </PageHeader>
  );
}
