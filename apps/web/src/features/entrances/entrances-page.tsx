import type { Entrance } from '@sightline/contracts/entrances/entrance';
import { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ChosenFoot } from '../../ui/chosen/chosen-foot.tsx';
import { ExportButton } from '../../ui/chosen/export-button.tsx';
import { exportList } from '../../ui/chosen/list-csv.ts';
import { useChosenOf, type Chosen } from '../../ui/chosen/use-chosen.ts';
import { withChoice } from '../../ui/chosen/with-choice.tsx';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { ListPage, type ListedRows } from '../../ui/page/list-page.tsx';
import { hasNothingYet } from '../../ui/page/nothing-yet.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { CorrectOccupancy } from './correct-occupancy.tsx';
import { entranceColumns } from './entrance-columns.tsx';
import { entrancesCsv } from './entrances-csv.ts';
import { camerasOf, entrancePages, readEntrances } from './entrance-queries.ts';

function RemoveEntrance({ entrance, onClose }: { entrance: Entrance; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, name } = entrance;
  return (
    <ConfirmDialog
      title={t('entrances.remove.title', { name })}
      text={t('entrances.remove.text')}
      confirmLabel={t('entrances.remove.action')}
      onClose={onClose}
      onConfirm={async () => {
        await call(entrancesCalls.remove, { params: { id } });
        toastSuccess({ title: t('entrances.remove.done', { name }) });
        await client.invalidateQueries({ queryKey: callKey(entrancesCalls.list) });
      }}
    />
  );
}

interface TableProps extends ListedRows<Entrance> {
  chosen: Chosen<Entrance>;
  onCorrect: (entrance: Entrance) => void;
  onRemove: (entrance: Entrance) => void;
}

function EntrancesTable({ rows, total, onEndReached, chosen, onCorrect, onRemove }: TableProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cameras = useQuery({
    ...camerasOf(rows.map(({ cameraId }) => cameraId)),
    enabled: rows.length > 0,
    placeholderData: keepPreviousData,
  }).data?.items;
  const columns = entranceColumns({
    t,
    posterOf: (cameraId) => cameras?.find(({ id }) => id === cameraId)?.posterUrl ?? null,
    onCorrect,
    onEdit: ({ id }) => void navigate({ to: '/database/entrances/$entranceId/edit', params: { entranceId: id } }),
    onRemove,
  });
  return (
    <DataTable
      label={t('entrances.list.title')}
      columns={withChoice(columns, chosen)}
      rows={rows}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
    />
  );
}

function EntrancesFoot({ chosen }: { chosen: Chosen<Entrance> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <ChosenFoot
      chosen={chosen}
      csv={entrancesCsv}
      removeText={t('entrances.remove.textMany')}
      remove={({ id }) => call(entrancesCalls.remove, { params: { id } })}
      onRemoved={() => client.invalidateQueries({ queryKey: callKey(entrancesCalls.list) })}
    />
  );
}

function CreateButton() {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/database/entrances/create" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}>
      {t('entrances.create.action')}
    </ButtonLink>
  );
}

/** Entrances with how many are inside. */
export function EntrancesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search = '' } = useSearch({ from: '/shell/organization/database-area/database/entrances' });
  const [removed, setRemoved] = useState<Entrance | null>(null);
  const [corrected, setCorrected] = useState<Entrance | null>(null);
  const list = useInfiniteQuery({ ...entrancePages(search), placeholderData: (last) => last });
  const chosen = useChosenOf(list.data);
  const go = (text: string): void =>
    void navigate({
      to: '/database/entrances',
      search: { search: text === '' ? undefined : text },
      replace: true,
    });
  return (
    <>
      <ListPage
        head={
          <PageHeader
            title={t('entrances.list.title')}
            parents={[{ key: 'database', link: <span>{t('shell.database.title')}</span> }]}
          >
            {!hasNothingYet(list, search !== '') && <CreateButton />}
          </PageHeader>
        }
        search={{ label: t('entrances.list.search'), value: search, onChange: go }}
        list={list}
        totalText={(count, shown) => t('entrances.list.total', { count, shown })}
        toolbarEnd={
          <ExportButton
            label={t('entrances.list.export')}
            onExport={() => exportList(entrancesCsv, readEntrances(search), t('entrances.list.exportFailed'))}
          />
        }
        foot={<EntrancesFoot chosen={chosen} />}
        failed={t('entrances.list.failed')}
        nothing={
          <EmptyState title={t('entrances.list.emptyTitle')} text={t('entrances.list.emptyText')}>
            <CreateButton />
          </EmptyState>
        }
        noneFound={{ title: t('entrances.list.noneNamed', { query: search }), text: t('entrances.list.noneHint') }}
      >
        {(listed) => <EntrancesTable {...listed} chosen={chosen} onCorrect={setCorrected} onRemove={setRemoved} />}
      </ListPage>
      {removed !== null && <RemoveEntrance entrance={removed} onClose={() => setRemoved(null)} />}
      {corrected !== null && <CorrectOccupancy entrance={corrected} onClose={() => setCorrected(null)} />}
    </>
  );
}
