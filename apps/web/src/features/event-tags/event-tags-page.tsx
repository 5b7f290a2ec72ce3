import type { EventTag } from '@sightline/contracts/event-tags/event-tag';
import { maxEventTags } from '@sightline/contracts/event-tags/event-tag-limits';
import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey, callQuery } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ChosenFoot } from '../../ui/chosen/chosen-foot.tsx';
import { ExportButton } from '../../ui/chosen/export-button.tsx';
import { exportList } from '../../ui/chosen/list-csv.ts';
import { useChosenOf, type Chosen } from '../../ui/chosen/use-chosen.ts';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { ListPage } from '../../ui/page/list-page.tsx';
import { hasNothingYet } from '../../ui/page/nothing-yet.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { eventTagPages, readEventTags } from './event-tag-queries.ts';
import { eventTagsCsv } from './event-tags-csv.ts';
import { EventTagsTable } from './event-tags-table.tsx';

function CreateButton() {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/database/event-types/create" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}>
      {t('eventTags.create.action')}
    </ButtonLink>
  );
}

function RemoveEventTag({ tag, onClose }: { tag: EventTag; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, name } = tag;
  return (
    <ConfirmDialog
      title={t('eventTags.remove.title', { name })}
      text={t('eventTags.remove.text')}
      confirmLabel={t('eventTags.remove.action')}
      onClose={onClose}
      onConfirm={async () => {
        await call(eventTagsCalls.remove, { params: { id } });
        toastSuccess({ title: t('eventTags.remove.done', { name }) });
        await client.invalidateQueries({ queryKey: callKey(eventTagsCalls.list) });
      }}
    />
  );
}

function EventTagsFoot({ chosen }: { chosen: Chosen<EventTag> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <ChosenFoot
      chosen={chosen}
      csv={eventTagsCsv}
      removeText={t('eventTags.remove.textMany')}
      remove={({ id }) => call(eventTagsCalls.remove, { params: { id } })}
      onRemoved={() => client.invalidateQueries({ queryKey: callKey(eventTagsCalls.list) })}
    />
  );
}

/** How many event tags there are, whatever is searched for. */
const tagCount = callQuery(eventTagsCalls.list, { query: { limit: 1 } });

/** What can happen in the organization. */
export function EventTagsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search = '' } = useSearch({ from: '/shell/organization/database-area/database/event-types' });
  const [removed, setRemoved] = useState<EventTag | null>(null);
  const list = useInfiniteQuery({ ...eventTagPages(search), placeholderData: (last) => last });
  const chosen = useChosenOf(list.data);
  const count = useQuery(tagCount).data?.total.value;
  const limits = { shown: formatCount(count ?? 0), most: formatCount(maxEventTags) };
  const isNothingYet = hasNothingYet(list, search !== '');
  return (
    <>
      <ListPage
        head={
          <PageHeader
            title={t('eventTags.list.title')}
            parents={[{ key: 'database', link: <span>{t('shell.database.title')}</span> }]}
            {...(count !== undefined && { meta: t('eventTags.list.limits', limits) })}
          >
            {!isNothingYet && <CreateButton />}
          </PageHeader>
        }
        search={{
          label: t('eventTags.list.search'),
          value: search,
          onChange: (text) =>
            void navigate({
              to: '/database/event-types',
              search: { search: text === '' ? undefined : text },
              replace: true,
            }),
        }}
        list={list}
        totalText={(count, shown) => t('eventTags.list.total', { count, shown })}
        toolbarEnd={
          <ExportButton
            label={t('eventTags.list.export')}
            onExport={() => exportList(eventTagsCsv, readEventTags(search), t('eventTags.list.exportFailed'))}
          />
        }
        foot={<EventTagsFoot chosen={chosen} />}
        failed={t('eventTags.list.failed')}
        nothing={
          <EmptyState title={t('eventTags.list.emptyTitle')} text={t('eventTags.list.emptyText')}>
            <CreateButton />
          </EmptyState>
        }
        noneFound={{ title: t('eventTags.list.noneNamed', { query: search }), text: t('eventTags.list.noneHint') }}
      >
        {(listed) => (
          <EventTagsTable
            {...listed}
            chosen={chosen}
            onEdit={({ id }) =>
              void navigate({ to: '/database/event-types/edit/$eventTagId', params: { eventTagId: id } })
            }
            onRemove={setRemoved}
          />
        )}
      </ListPage>
      {removed !== null && <RemoveEventTag tag={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
