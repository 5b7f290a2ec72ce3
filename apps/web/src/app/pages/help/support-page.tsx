import { useTranslation } from 'react-i18next';
import { lastFailure } from '../../../platform/api/last-failure.ts';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { CopyValue } from '../../../ui/forms/copy-value.tsx';
import { Lead, Section } from '../../../ui/page/section.tsx';
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
      <Section title={t('pages.support.whom')}>
        {info?.supportEmail == null && info?.supportUrl == null && <Lead>{t('pages.support.nobody')}</Lead>}
        {info?.supportEmail != null && (
          <Lead>
            {t('pages.support.email')}:{' '}
            <a href={`mailto:${info.supportEmail}`}>
              <bdi dir="ltr">{info.supportEmail}</bdi>
            </a>
          </Lead>
        )}
        {info?.supportUrl != null && (
          <Lead>
            <a href={info.supportUrl} target="_blank" rel="noopener noreferrer">
              {t('shell.nav.supportSite')}
            </a>
          </Lead>
        )}
      </Section>
      <Section title={t('pages.support.tell')} lead={t('pages.support.tellText')}>
        {info !== undefined && (
          <CopyValue value={`${info.productName} ${info.version}`} label={t('pages.support.version')} />
        )}
      </Section>
      <Section title={t('pages.support.lastFailure')}>
        {failure === null ? (
          <Lead>{t('pages.support.noFailure')}</Lead>
        ) : (
          <>
            <Lead>
              <Moment utcMs={failure.atUtcMs} timeZone={ownZone()} /> · <bdi dir="ltr">{failure.code}</bdi>
            </Lead>
            <CopyValue value={failure.requestId} label={t('pages.support.requestId')} />
          </>
        )}
      </Section>
    </>
  );
}
