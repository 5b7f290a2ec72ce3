import { Button } from '@mantine/core';
import type { EdgeRelease, EdgeSoftware } from '@sightline/contracts/edge-releases/edge-release';
import { edgeReleasesCalls } from '@sightline/contracts/edge-releases/edge-releases.api';
import type { Edge } from '@sightline/contracts/edges/edge';
import { compareVersions } from '@sightline/domain/edge-releases/package-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { formatBytes } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { useMay } from '../../platform/session/may.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { Lead, Section } from '../../ui/page/section.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { edgeReleases, isUnderWay } from './edge-release-queries.ts';
import { EdgeReleaseUpload } from './edge-release-upload.tsx';
import { isolatedText, machineText } from './plain-text.tsx';

const RollOutDialog = lazy(async () => ({ default: (await import('./roll-outs/roll-out-dialog.tsx')).RollOutDialog }));

interface EdgeReleaseListProps {
  edge: Edge;
  known: EdgeSoftware | null;
  timeZone: string;
}

/** Newer, and for its machine; what an offline core has for one is looked at when it is connected again. */
function isOffered(release: EdgeRelease, { software, version }: EdgeSoftware): boolean {
  if (software !== null)
    return (
      compareVersions(release.version, software.version) > 0 &&
      release.platform === software.platform &&
      release.arch === software.arch
    );
  return version !== null && /^\d+\.\d+\.\d+$/.test(version) && compareVersions(release.version, version) > 0;
}

/** Packages of the organization; one that fits can be put on the core whose page this is. */
export function EdgeReleaseList({ edge, known, timeZone }: EdgeReleaseListProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const releases = useQuery(edgeReleases());
  const mayKeep = useMay('OrganizationEdit');
  const mayRollOut = useMay('CoreEdit');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ deed: 'update' | 'rollOut' | 'delete'; release: EdgeRelease } | null>(null);
  const close = (): void => setAsked(null);
  const update = async (releaseId: string): Promise<void> => {
    const { isQueued } = await call(edgeReleasesCalls.update, { params: { id: edge.id }, body: { releaseId } });
    toastSuccess({ title: t(isQueued ? 'edgeReleases.update.queued' : 'edgeReleases.update.begun') });
    await client.invalidateQueries({ queryKey: callKey(edgeReleasesCalls.software, { params: { id: edge.id } }) });
  };
  const remove = async (id: string): Promise<void> => {
    await call(edgeReleasesCalls.remove, { params: { id } });
    await client.invalidateQueries({ queryKey: callKey(edgeReleasesCalls.list) });
  };
  const mayUpdate = (release: EdgeRelease): boolean =>
    edge.can.edit &&
    edge.state !== 'revoked' &&
    known !== null &&
    known.isUpdatable &&
    known.rollOut === null &&
    !isUnderWay(known.update) &&
    isOffered(release, known);
  const actions = (release: EdgeRelease) => (
    <FormActions as="span">
      {mayUpdate(release) && (
        <Button variant="default" size="compact-sm" onClick={() => setAsked({ deed: 'update', release })}>
          {t('edgeReleases.update.begin.action', { version: release.version })}
        </Button>
      )}
      {mayRollOut && (
        <Button variant="default" size="compact-sm" onClick={() => setAsked({ deed: 'rollOut', release })}>
          {t('edgeReleases.rollOut.action', { version: release.version })}
        </Button>
      )}
      {mayKeep && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAsked({ deed: 'delete', release })}>
          {t('edgeReleases.list.delete', { version: release.version })}
        </Button>
      )}
    </FormActions>
  );
  return (
    <Section title={t('edgeReleases.list.title')}>
      <Lead>
        {t('edgeReleases.list.text')} <Link to="/location/roll-outs">{t('edgeReleases.rollOut.showAll')}</Link>
      </Lead>
      <ListScreen
        list={releases}
        failed={t('edgeReleases.list.failed')}
        rows={2}
        isEmpty={({ items }) => items.length === 0}
        empty={<Lead>{t('edgeReleases.list.none')}</Lead>}
      >
        {(data) => (
          <PlainTable
            label={t('edgeReleases.list.title')}
            rows={data.items}
            rowKey={({ id }) => id}
            columns={[
              { id: 'version', header: t('edgeReleases.list.version'), cell: (row) => machineText(row.version) },
              {
                id: 'system',
                header: t('edgeReleases.list.system'),
                cell: (row) => machineText(`${row.platform} ${row.arch}`),
              },
              {
                id: 'size',
                header: t('edgeReleases.list.size'),
                isNumber: true,
                cell: (row) => formatBytes(row.bytes),
              },
              {
                id: 'at',
                header: t('edgeReleases.list.uploadedAt'),
                cell: (row) => isolatedText(formatTime(row.uploadedAt, timeZone, 'full')),
              },
              { id: 'actions', header: t('edgeReleases.list.actions'), cell: actions },
            ]}
          />
        )}
      </ListScreen>
      {mayKeep && <EdgeReleaseUpload />}
      {asked?.deed === 'update' && (
        <ConfirmDialog
          title={t('edgeReleases.update.begin.title', { name: edge.name, version: asked.release.version })}
          text={t('edgeReleases.update.begin.text')}
          confirmLabel={t('edgeReleases.update.begin.confirm')}
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
          title={t('edgeReleases.list.deleteTitle', { version: asked.release.version })}
          text={t('edgeReleases.list.deleteText')}
          confirmLabel={t('edgeReleases.list.deleteConfirm')}
          onConfirm={() => remove(asked.release.id)}
          onClose={close}
        />
      )}
    </Section>
  );
}
