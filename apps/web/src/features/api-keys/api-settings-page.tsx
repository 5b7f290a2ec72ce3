import { Button } from '@mantine/core';
import type { ApiKey } from '@sightline/contracts/api-keys/api-key';
import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeysPage } from './api-key-queries.ts';
import { ApiKeysTable } from './api-keys-table.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import classes from '../../ui/page/settings-list.module.css';

/** Rows that the server answers at once. The browser's build keeps only method and path of a contract. */
const apiKeysPageSize = 20;

const CreateKeyDialog = lazy(async () => ({
  default: (await import('./create-key-dialog.tsx')).CreateKeyDialog,
}));

/** Keys for programs, 20 a page. */
export function ApiSettingsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { page = '1' } = useSearch({ from: '/shell/organization/settings-area/settings/api-settings' });
  const [isCreating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);
  const current = Math.max(1, Number.parseInt(page, 10) || 1);
  const keys = useQuery({ ...apiKeysPage(current), placeholderData: (last) => last });
  const go = (next: number): void =>
    void navigate({ to: '/settings/api-settings', search: next === 1 ? {} : { page: String(next) }, replace: true });
  const create = (
    <Button leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {t('apiKeys.create.action')}
    </Button>
  );
  const total = keys.data?.totalItemsCount;
  return (
    <div className={classes.page}>
      <PageHeader title={t('apiKeys.page.title')}>
        <Button
          component="a"
          variant="default"
          href="/api/openapi.json"
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={16} stroke={1.6} aria-hidden="true" />}
        >
          {t('apiKeys.page.docs')}
        </Button>
        {total !== undefined && total > 0 && create}
      </PageHeader>
      <div className={classes.list}>
        <ListScreen
          list={keys}
          failed={t('apiKeys.page.failed')}
          isEmpty={({ items }) => items.length === 0}
          empty={
            total === 0 ? (
              <EmptyState title={t('apiKeys.none.title')} text={t('apiKeys.none.text')}>
                {create}
              </EmptyState>
            ) : (
              <EmptyState title={t('apiKeys.beyond.title')} text={t('apiKeys.beyond.text')}>
                <Button variant="default" onClick={() => go(1)}>
                  {t('apiKeys.beyond.first')}
                </Button>
              </EmptyState>
            )
          }
        >
          {({ items }) => <ApiKeysTable apiKeys={items} onRemove={setLeaving} />}
        </ListScreen>
      </div>
      {total !== undefined && <Pager page={current} perPage={apiKeysPageSize} total={total} onChange={go} />}
      {isCreating && (
        <Suspense>
          <CreateKeyDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
      {leaving !== null && <RevokeKey apiKey={leaving} onClose={() => setLeaving(null)} />}
    </div>
  );
}
