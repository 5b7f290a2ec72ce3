import { useTranslation } from 'react-i18next';
import { lastFailure } from '../../../platform/api/last-failure.ts';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { CopyValue } from '../../../ui/forms/copy-value.tsx';
import classes from '../../../ui/forms/form.module.css';
import { Moment } from '../../../ui/time/moment.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';

/** Whom to ask, and what they will want to know. */
export function SupportPage() {
  const { t } = useTranslation();
  const info = useAppInfo();
  const failure = lastFailure();
  return (
    <>
      <PageHeader title={t('pages.support.title')} />
      <section className={classes.section}>
        <h2>{t('pages.support.whom')}</h2>
        {info?.supportEmail == null && info?.supportUrl == null && (
          <p className={classes.lead}>{t('pages.support.nobody')}</p>
        )}
        {info?.supportEmail != null && (
          <p className={classes.lead}>
            {t('pages.support.email')}:{' '}
            <a href={`mailto:${info.supportEmail}`}>
              <bdi dir="ltr">{info.supportEmail}</bdi>
            </a>
          </p>
        )}
        {info?.supportUrl != null && (
          <p className={classes.lead}>
            <a href={info.supportUrl} target="_blank" rel="noopener noreferrer">
              {t('shell.nav.supportSite')}
            </a>
          </p>
        )}
      </section>
      <section className={classes.section}>
        <h2>{t('pages.support.tell')}</h2>
        <p className={classes.lead}>{t('pages.support.tellText')}</p>
        {info !== undefined && (
          <CopyValue value={`${info.productName} ${info.version}`} label={t('pages.support.version')} />
        )}
      </section>
      <section className={classes.section}>
        <h2>{t('pages.support.lastFailure')}</h2>
        {failure === null ? (
          <p className={classes.lead}>{t('pages.support.noFailure')}</p>
        ) : (
          <>
            <p className={classes.lead}>
              <Moment utcMs={failure.atUtcMs} timeZone={ownZone()} /> · <bdi dir="ltr">{failure.code}</bdi>
            </p>
            <CopyValue value={failure.requestId} label={t('pages.support.requestId')} />
          </>
        )}
      </section>
    </>
  );
}
