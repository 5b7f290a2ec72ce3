import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../platform/session/may.ts';
import classes from './devices.module.css';

/** Whether the list is one of cameras, of sites or of cores; links, so that each has an address. */
export function ListOf({ current }: { current: 'cameras' | 'sites' | 'cores' }) {
  const { t } = useTranslation();
  const maySeeCores = useMay('CoreView');
  const kinds = [
    { id: 'cameras', label: t('locations.list.cameras'), search: {} },
    { id: 'sites', label: t('locations.list.sites'), search: { of: 'sites' } },
    ...(maySeeCores ? [{ id: 'cores', label: t('edges.list.title'), search: { of: 'cores' } } as const] : []),
  ] as const;
  return (
    <nav className={classes.views} aria-label={t('locations.list.of')}>
      {kinds.map(({ id, label, search }) => (
        <Link
          key={id}
          to="/location/list"
          search={search}
          activeOptions={{ exact: true }}
          className={classes.view}
          aria-current={id === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
