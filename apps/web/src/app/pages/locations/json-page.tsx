import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CopyValue } from '../../../ui/forms/copy-value.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/section.tsx';
import pageClasses from './json-page.module.css';
import { useOpenedLocation } from './use-opened-location.ts';

/** A site as the server answers it, for developers. */
export function LocationJsonPage() {
  const { t } = useTranslation();
  const location = useOpenedLocation();
  if (location === undefined) return null;
  return (
    <>
      <PageHeader
        title={location.name}
        parents={[{ key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> }]}
      />
      <Section title={t('locations.tabs.json')} className={pageClasses.json} translate="no">
        <CopyValue label={t('locations.tabs.json')} value={JSON.stringify(location, null, 2)} />
      </Section>
    </>
  );
}
