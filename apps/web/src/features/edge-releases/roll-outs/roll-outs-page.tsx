import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RollOutList } from './roll-out-list.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';

/** Roll-outs of the software of cores. */
export function RollOutsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        title={t('edgeReleases.rollOut.title')}
        parents={[{ key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> }]}
      />
      <RollOutList />
    </>
  );
}
