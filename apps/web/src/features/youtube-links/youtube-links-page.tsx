import { Button } from '@mantine/core';
import type { YoutubeLink } from '@sightline/contracts/youtube-links/youtube-link';
import { youtubeLinksCalls } from '@sightline/contracts/youtube-links/youtube-links.api';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callKey } from '../../platform/api/client.ts';
import { ChosenFoot } from '../../ui/chosen/chosen-foot.tsx';
import { ExportButton } from '../../ui/chosen/export-button.tsx';
import { exportList } from '../../ui/chosen/list-csv.ts';
import { useChosenOf, type Chosen } from '../../ui/chosen/use-chosen.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ListPage } from '../../ui/page/list-page.tsx';
import { hasNothingYet } from '../../ui/page/nothing-yet.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { youtubeCsv } from './youtube-csv.ts';
import { YoutubeDialog } from './youtube-dialog.tsx';
import { linkPages, readLinks, removeLink } from './youtube-queries.ts';
import { YoutubeTable } from './youtube-table.tsx';

function RemoveLink({ link, onClose }: { link: YoutubeLink; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, name } = link;
  return (
    <ConfirmDialog
      title={t('youtubeLinks.remove.title', { name })}
      text={t('youtubeLinks.remove.text')}
      confirmLabel={t('youtubeLinks.remove.action')}
      onClose={onClose}
      onConfirm={async () => {
        await removeLink(id);
        toastSuccess({ title: t('youtubeLinks.remove.done', { name }) });
        await client.invalidateQueries({ queryKey: callKey(youtubeLinksCalls.list) });
      }}
    />
  );
}

function LinksFoot({ chosen }: { chosen: Chosen<YoutubeLink> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <ChosenFoot
      chosen={chosen}
      csv={youtubeCsv}
      removeText={t('youtubeLinks.remove.textMany')}
      remove={({ id }) => removeLink(id)}
      onRemoved={() => client.invalidateQueries({ queryKey: callKey(youtubeLinksCalls.list) })}
    />
  );
}

/** Videos and channels that the organization watches. */
export function YoutubeLinksPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const here = useSearch({ from: '/shell/organization/database-area/database/youtube' });
  const [removed, setRemoved] = useState<YoutubeLink | null>(null);
  const search = here.search ?? '';
  const list = useInfiniteQuery({ ...linkPages(search), placeholderData: (last) => last });
  const chosen = useChosenOf(list.data);
  const go = (part: typeof here): void =>
    void navigate({ to: '/database/youtube', search: { ...here, ...part }, replace: true });
  const add = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => go({ createYoutube: 'true' })}
    >
      {t('youtubeLinks.create.action')}
    </Button>
  );
  const isNothingYet = hasNothingYet(list, search !== '');
  return (
    <>
      <ListPage
        head={
          <PageHeader
            title={t('youtubeLinks.list.title')}
            parents={[{ key: 'database', link: <span>{t('shell.database.title')}</span> }]}
          >
            {!isNothingYet && add}
          </PageHeader>
        }
        search={{
          label: t('youtubeLinks.list.search'),
          value: search,
          onChange: (text) => go({ search: text === '' ? undefined : text }),
        }}
        list={list}
        totalText={(count, shown) => t('youtubeLinks.list.total', { count, shown })}
        toolbarEnd={
          <ExportButton
            label={t('youtubeLinks.list.export')}
            onExport={() => exportList(youtubeCsv, readLinks(search), t('youtubeLinks.list.exportFailed'))}
          />
        }
        foot={<LinksFoot chosen={chosen} />}
        failed={t('youtubeLinks.list.failed')}
        nothing={
          <EmptyState title={t('youtubeLinks.list.emptyTitle')} text={t('youtubeLinks.list.emptyText')}>
            {add}
          </EmptyState>
        }
        noneFound={{
          title: t('youtubeLinks.list.noneNamed', { query: search }),
          text: t('youtubeLinks.list.noneHint'),
        }}
      >
        {(listed) => <YoutubeTable {...listed} chosen={chosen} onRemove={setRemoved} />}
      </ListPage>
      {here.createYoutube !== undefined && <YoutubeDialog onClose={() => go({ createYoutube: undefined })} />}
      {removed !== null && <RemoveLink link={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
