import type { EdgeRecoveryDocument } from '@sightline/contracts/edges/recovery-document';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { FactList } from '../fact-list.tsx';
import { machineText } from '../system/machine-text.tsx';
import classes from './recovery-sheet.module.css';

/** Steps of the way back, in their order. */
const steps = ['install', 'code', 'disk', 'check'] as const;

/** The document as it is printed: who the core is, how it is put up again, its cameras. */
export function RecoverySheet({ document, timeZone }: { document: EdgeRecoveryDocument; timeZone: string }) {
  const { t } = useTranslation();
  const { core, organization, serverUrl, cameras, camerasLeftOut, dhcp, configurationHash, createdAtUtcMs } = document;
  return (
    <Stack as="article" gap={16} className={classes.sheet}>
      <h3>{t('edges.recovery.sheet', { name: core.name })}</h3>
      <FactList
        facts={[
          { name: t('edges.recovery.made'), value: <bdi>{formatTime(createdAtUtcMs, timeZone, 'full')}</bdi> },
          { name: t('edges.recovery.organization'), value: organization.name },
          { name: t('edges.form.site'), value: `${core.locationName}` },
          { name: t('edges.recovery.server'), value: machineText(serverUrl) },
          { name: t('edges.recovery.id'), value: machineText(core.id) },
          { name: t('edges.system.hostname'), value: machineText(core.hostname ?? '') },
          { name: t('edges.facts.version'), value: machineText(core.version ?? '') },
          { name: t('edges.recovery.fingerprint'), value: machineText(core.keyFingerprint ?? '') },
          { name: t('edges.recovery.hash'), value: machineText(configurationHash) },
          ...(dhcp?.settings
            ? [
                {
                  name: t('edges.dhcp.title'),
                  value: machineText(
                    `${dhcp.settings.interface} ${dhcp.settings.rangeStart}–${dhcp.settings.rangeEnd}`,
                  ),
                },
              ]
            : []),
        ]}
      />
      <h3>{t('edges.recovery.how')}</h3>
      <Stack as="ol" gap={8} className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{t(`edges.recovery.steps.${step}`)}</li>
        ))}
      </Stack>
      <h3>{t('cameras.home.count', { count: cameras.length })}</h3>
      <p>{t('edges.recovery.passwords')}</p>
      {camerasLeftOut > 0 && <p>{t('edges.recovery.leftOut', { count: camerasLeftOut })}</p>}
      <PlainTable
        label={t('cameras.home.count', { count: cameras.length })}
        rows={cameras}
        rowKey={({ id }) => id}
        columns={[
          { id: 'name', header: t('edges.recovery.camera'), cell: ({ name }) => name },
          { id: 'place', header: t('edges.form.site'), cell: ({ locationName }) => locationName },
          {
            id: 'streams',
            header: t('edges.recovery.streams'),
            cell: ({ streams }) => streams.map(({ id, url }) => <div key={id}>{machineText(url)}</div>),
          },
          { id: 'account', header: t('edges.recovery.account'), cell: ({ username }) => machineText(username) },
          { id: 'days', header: t('edges.recovery.days'), isNumber: true, cell: ({ retentionDays }) => retentionDays },
        ]}
      />
    </Stack>
  );
}
