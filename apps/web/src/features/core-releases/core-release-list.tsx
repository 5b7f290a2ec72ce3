import { Button } from '@mantine/core';
import type { CoreRelease, EdgeSoftware } from '@sightline/contracts/core-releases/core-release';
import { coreReleasesCalls } from '@sightline/contracts/core-releases/core-releases.api';
import type { Edge } from '@sightline/contracts/edges/edge';
import { compareVersions } from '@sightline/domain/core-releases/package-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { formatBytes } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { useMay } from '../../platform/session/may.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import classes from '../../ui/forms/form.module.css';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { coreReleases, isUnderWay } from './core-release-queries.ts';
import { CoreReleaseUpload } from './core-release-upload.tsx';
import { isolatedText, machineText } from './plain-text.tsx';

const RollOutDialog = lazy(async () => ({ default: (await import('./roll-outs/roll-out-dialog.tsx')).RollOutDialog }));

interface CoreReleaseListProps {
  edge: Edge;
  known: EdgeSoftware | null;
  timeZone: string;
}

/** Newer, and for its machine; what an offline core has for one is looked at when it is connected again. */
function isOffered(release: CoreRelease, { software, version }: EdgeSoftware): boolean {
  if (software !== null)
    return (
      compareVersions(release.version, software.version) > 0 &&
      release.platform === software.platform &&
      release.arch === software.arch
    );
  return version !== null && /^\d+\.\d+\.\d+$/.test(version) && compareVersions(release.version, version) > 0;
}

/** Packages of the organization; one that fits can be put on the core whose page this is. */
export function CoreReleaseList({ edge, known, timeZone }: CoreReleaseListProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const releases = useQuery(coreReleases());
  const mayKeep = useMay('OrganizationEdit');
  const mayRollOut = useMay('CoreEdit');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ deed: 'update' | 'rollOut' | 'delete'; release: CoreRelease } | null>(null);
  const close = (): void => setAsked(null);
  const update = async (releaseId: string): Promise<void> => {
    const { isQueued } = await call(coreReleasesCalls.update, { params: { id: edge.id }, body: { releaseId } });
    toastSuccess({ title: t(isQueued ? 'coreReleases.update.queued' : 'coreReleases.update.begun') });
    await client.invalidateQueries({ queryKey: callKey(coreReleasesCalls.software, { params: { id: edge.id } }) });
  };
  const remove = async (id: string): Promise<void> => {
    await call(coreReleasesCalls.remove, { params: { id } });
    await client.invalidateQueries({ queryKey: callKey(coreReleasesCalls.list) });
  };
  const mayUpdate = (release: CoreRelease): boolean =>
    edge.can.edit &&
    edge.state !== 'revoked' &&
    known !== null &&
    known.isUpdatable &&
    known.rollOut === null &&
    !isUnderWay(known.update) &&
    isOffered(release, known);
  const actions = (release: CoreRelease) => (
    <span className={classes.actions}>
      {mayUpdate(release) && (
        <Button variant="default" size="compact-sm" onClick={() => setAsked({ deed: 'update', release })}>
          {t('coreReleases.update.begin.action', { version: release.version })}
        </Button>
      )}
      {mayRollOut && (
        <Button variant="default" size="compact-sm" onClick={() => setAsked({ deed: 'rollOut', release })}>
          {t('coreReleases.rollOut.action', { version: release.version })}
        </Button>
      )}
      {mayKeep && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAsked({ deed: 'delete', release })}>
          {t('coreReleases.list.delete', { version: release.version })}
        </Button>
      )}
    </span>
  );
  return (
    <section className={classes.section}>
      <h2>{t('coreReleases.list.title')}</h2>
      <p className={classes.lead}>
        {t('coreReleases.list.text')} <Link to="/location/roll-outs">{t('coreReleases.rollOut.showAll')}</Link>
      </p>
      {releases.data === undefined && releases.error === null && <LoadingRows rows={2} />}
      {releases.data === undefined && releases.error !== null && (
        <ErrorState
          title={t('coreReleases.list.failed')}
          failure={releases.error}
          onRetry={() => void releases.refetch()}
        />
      )}
      {releases.data?.items.length === 0 && <p className={classes.lead}>{t('coreReleases.list.none')}</p>}
      {releases.data !== undefined && releases.data.items.length > 0 && (
        <PlainTable
          label={t('coreReleases.list.title')}
          rows={releases.data.items}
          rowKey={({ id }) => id}
          columns={[
            { id: 'version', header: t('coreReleases.list.version'), cell: (row) => machineText(row.version) },
            {
              id: 'system',
              header: t('coreReleases.list.system'),
              cell: (row) => machineText(`${row.platform} ${row.arch}`),
            },
            { id: 'size', header: t('coreReleases.list.size'), isNumber: true, cell: (row) => formatBytes(row.bytes) },
            {
              id: 'at',
              header: t('coreReleases.list.uploadedAt'),
              cell: (row) => isolatedText(formatTime(row.uploadedAt, timeZone, 'full')),
            },
            { id: 'actions', header: t('coreReleases.list.actions'), cell: actions },
          ]}
        />
      )}
      {mayKeep && <CoreReleaseUpload />}
      {asked?.deed === 'update' && (
        <ConfirmDialog
          title={t('coreReleases.update.begin.title', { name: edge.name, version: asked.release.version })}
          text={t('coreReleases.update.begin.text')}
          confirmLabel={t('coreReleases.update.begin.confirm')}
          onConfirm={() => update(asked.release.id)}
          onClose={close}
        />
      )}
      {asked?.deed === 'rollOut' && (
        <Suspense>
          <RollOutDialog
            release={asked.release}
            onBegun={({ id }) => void navigate({ to: '/location/roll-outs/$rollOutId', params: { rollOutId: id } })}
            onClose={close}
          />
        </Suspense>
      )}
      {asked?.deed === 'delete' && (
        <ConfirmDialog
          title={t('coreReleases.list.deleteTitle', { version: asked.release.version })}
          text={t('coreReleases.list.deleteText')}
          confirmLabel={t('coreReleases.list.deleteConfirm')}
          onConfirm={() => remove(asked.release.id)}
          onClose={close}
        />
      )}
    </section>
  );
}
