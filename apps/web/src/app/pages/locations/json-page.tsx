import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CopyValue } from '../../../ui/forms/copy-value.tsx';
import classes from '../../../ui/forms/form.module.css';
import { PageHeader } from '../../../ui/page/page-header.tsx';
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
      <section className={`${classes.section} ${pageClasses.json}`} translate="no">
        <h2>{t('locations.tabs.json')}</h2>
        <CopyValue label={t('locations.tabs.json')} value={JSON.stringify(location, null, 2)} />
      </section>
    </>
  );
}
