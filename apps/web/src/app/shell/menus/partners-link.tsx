import { IconAffiliate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import classes from '../shell.module.css';

/** Leads partners to their portal, where this installation names one. */
export function PartnersLink() {
  const { t } = useTranslation();
  const { user } = useSession();
  const url = useAppInfo()?.partnerPortalUrl ?? null;
  if (!user.isPartner || url === null) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={classes.round}
      aria-label={t('shell.nav.partners')}
      title={t('shell.nav.partners')}
    >
      <IconAffiliate size={20} stroke={1.5} aria-hidden="true" />
    </a>
  );
}
