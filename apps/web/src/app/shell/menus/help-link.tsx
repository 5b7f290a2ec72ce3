import { IconHelpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import classes from '../shell.module.css';

/** Opens the support site of this installation in a new tab; without one, the help page. */
export function HelpLink() {
  const { t } = useTranslation();
  const url = useAppInfo()?.supportUrl ?? null;
  const icon = <IconHelpCircle size={20} stroke={1.5} aria-hidden="true" />;
  if (url === null)
    return (
      <Link to="/help" className={classes.round} aria-label={t('shell.nav.help')} title={t('shell.nav.help')}>
        {icon}
      </Link>
    );
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={classes.round}
      aria-label={t('shell.nav.supportSite')}
      title={t('shell.nav.supportSite')}
    >
      {icon}
    </a>
  );
}
