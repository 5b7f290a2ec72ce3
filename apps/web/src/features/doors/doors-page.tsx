import type { Door } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ChosenFoot } from '../../ui/chosen/chosen-foot.tsx';
import { ExportButton } from '../../ui/chosen/export-button.tsx';
import { GroupButton } from '../../ui/chosen/group-button.tsx';
import { useChosenOf, type Chosen } from '../../ui/chosen/use-chosen.ts';
import { withChoice } from '../../ui/chosen/with-choice.tsx';
import { useIsPhone } from '../../ui/layout/use-is-phone.ts';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { ListPage, type ListedRows } from '../../ui/page/list-page.tsx';
import { hasNothingYet } from '../../ui/page/nothing-yet.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { doorColumns } from './door-columns.tsx';
import { refreshDoors, savedDoors, unsavedAt } from './door-queries.ts';
import type { DoorsSearch } from './doors-search.ts';
import { doorsCsv, exportDoors } from './export-doors.ts';
import { RemoveDoor } from './remove-door.tsx';
import { UnsavedStrip } from './unsaved-strip.tsx';
import { useInlineName } from './use-inline-name.ts';

const AddDoorDialog = lazy(async () => ({ default: (await import('./add-door-dialog.tsx')).AddDoorDialog }));

const rowPx = 72;
/** A button below a name, both for a finger. */
const phoneRowPx = 88;

interface TableProps extends ListedRows<Door> {
  chosen: Chosen<Door>;
  onAnswer: (door: Door) => void;
  onRemove: (door: Door) => void;
}

function DoorsTable({ rows, total, onEndReached, chosen, ...deeds }: TableProps) {
  const { t } = useTranslation();
  const edit = useInlineName();
  return (
    <DataTable
      label={t('doors.list.title')}
      columns={withChoice(doorColumns({ t, edit, ...deeds }), chosen)}
      rows={rows}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
      rowPx={useIsPhone() ? phoneRowPx : rowPx}
    />
  );
}

function DoorsFoot({ chosen }: { chosen: Chosen<Door> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <ChosenFoot
      chosen={chosen}
      csv={doorsCsv}
      removeText={t('doors.remove.textMany')}
      remove={({ id }) => call(doorsCalls.remove, { params: { id } })}
      onRemoved={() => refreshDoors(client)}
    >
      <GroupButton type="Doors" rows={chosen.list} />
    </ChosenFoot>
  );
}

function MarkButton() {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/database/doors/mark" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}>
      {t('doors.mark.action')}
    </ButtonLink>
  );
}

/** The unsaved door that the address names by its instant; an instant of none opens nothing. */
function AddAt({ timestamp, onClose }: { timestamp: number; onClose: () => void }) {
  const door = useQuery(unsavedAt(timestamp)).data?.items[0];
  return door && <AddDoorDialog door={door} onClose={onClose} />;
}

/** Doors that the organization knows with how they are now, above them those that cores found. */
export function DoorsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const here = useSearch({ from: '/shell/organization/database-area/database/doors' });
  const { search = '', ts } = here;
  const [removed, setRemoved] = useState<Door | null>(null);
  const [answered, setAnswered] = useState<Door | null>(null);
  const list = useInfiniteQuery({ ...savedDoors(search), placeholderData: (last) => last });
  const chosen = useChosenOf(list.data);
  const go = (part: DoorsSearch): void =>
    void navigate({ to: '/database/doors', search: { ...here, ...part }, replace: true });
  const isNothingYet = hasNothingYet(list, search !== '');
  return (
    <>
      <ListPage
        head={
          <>
            <PageHeader
              title={t('doors.list.title')}
              parents={[{ key: 'database', link: <span>{t('shell.database.title')}</span> }]}
            >
              {!isNothingYet && <MarkButton />}
            </PageHeader>
            <UnsavedStrip onAdd={setAnswered} />
          </>
        }
        search={{
          label: t('doors.list.search'),
          value: search,
          onChange: (text) => go({ search: text === '' ? undefined : text }),
        }}
        list={list}
        totalText={(count) => t('doors.list.total', { count, shown: formatCount(count) })}
        toolbarEnd={<ExportButton label={t('doors.list.export')} onExport={() => exportDoors(t, search)} />}
        failed={t('doors.list.failed')}
        nothing={
          <EmptyState title={t('doors.list.emptyTitle')} text={t('doors.list.emptyText')}>
            <MarkButton />
          </EmptyState>
        }
        foot={<DoorsFoot chosen={chosen} />}
        noneFound={{ title: t('doors.list.noneNamed', { query: search }), text: t('doors.list.noneHint') }}
      >
        {(listed) => <DoorsTable {...listed} chosen={chosen} onAnswer={setAnswered} onRemove={setRemoved} />}
      </ListPage>
      <Suspense>
        {answered !== null && <AddDoorDialog door={answered} onClose={() => setAnswered(null)} />}
        {ts !== undefined && answered === null && <AddAt timestamp={ts} onClose={() => go({ ts: undefined })} />}
      </Suspense>
      {removed !== null && <RemoveDoor door={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
