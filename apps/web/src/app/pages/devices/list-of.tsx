import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './devices.module.css';

/** Whether the list is one of cameras or of sites; links, so that each has an address. */
export function ListOf({ current }: { current: 'cameras' | 'sites' }) {
  const { t } = useTranslation();
  const kinds = [
    { id: 'cameras', search: {} },
    { id: 'sites', search: { of: 'sites' } },
  ] as const;
  return (
    <nav className={classes.views} aria-label={t('locations.list.of')}>
      {kinds.map(({ id, search }) => (
        <Link
          key={id}
          to="/location/list"
          search={search}
          activeOptions={{ exact: true }}
          className={classes.view}
          aria-current={id === current ? 'page' : undefined}
        >
          {t(`locations.list.${id}`)}
        </Link>
      ))}
    </nav>
  );
}
