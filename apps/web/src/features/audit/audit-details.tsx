import { Modal } from '@mantine/core';
import type { AuditEntry } from '@sightline/contracts/audit/audit';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../ui/layout/stack.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { personOf, sentenceOf } from './deed-text.ts';
import classes from './audit.module.css';

/** All of one entry, in a drawer at the end of the screen. */
export function AuditDetails({
  entry,
  timeZone,
  onClose,
}: {
  entry: AuditEntry;
  timeZone: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { user, address, entityId, entityKind, method, sealedAt, created_at: atUtcMs } = entry;
  const exact = (value: string | null) => (value === null ? t('audit.details.none') : <bdi dir="ltr">{value}</bdi>);
  return (
    <Modal
      opened
      centered={false}
      onClose={onClose}
      title={t('audit.details.title')}
      size={475}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      classNames={{ inner: classes.drawerInner, content: classes.drawer }}
    >
      <Stack gap={16} className={classes.details}>
        <p className={classes.sentence}>{sentenceOf(t, entry)}</p>
        <Facts>
          <dt>{t('audit.details.time')}</dt>
          <dd>
            <Moment utcMs={atUtcMs} timeZone={timeZone} />
          </dd>
          <dt>{t('audit.details.person')}</dt>
          <dd>{personOf(t, entry)}</dd>
          <dt>{t('audit.details.email')}</dt>
          <dd>{exact(user?.email ?? null)}</dd>
          <dt>{t('audit.details.address')}</dt>
          <dd>{exact(address)}</dd>
          <dt>{t('audit.details.method')}</dt>
          <dd>{exact(method)}</dd>
          <dt>{t('audit.details.thing')}</dt>
          <dd>{exact(entityId === null ? entityKind : `${entityKind} ${entityId}`)}</dd>
          <dt>{t('audit.details.seal')}</dt>
          <dd>
            {sealedAt === null ? (
              <StatusLabel level="idle">{t('audit.details.unsealed')}</StatusLabel>
            ) : (
              <>
                {t('audit.details.sealed')} <Moment utcMs={sealedAt} timeZone={timeZone} />
              </>
            )}
          </dd>
        </Facts>
        {Object.keys(entry.data).length > 0 && (
          <>
            <h3>{t('audit.details.data')}</h3>
            <pre className={classes.data} dir="ltr" translate="no">
              {JSON.stringify(entry.data, null, 2)}
            </pre>
          </>
        )}
      </Stack>
    </Modal>
  );
}
