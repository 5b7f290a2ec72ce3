import { Button } from '@mantine/core';
import type { OrgVariable } from '@sightline/contracts/org-variables/org-variable';
import { orgVariablesCalls } from '@sightline/contracts/org-variables/org-variables.api';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { ChosenFoot } from '../../ui/chosen/chosen-foot.tsx';
import { ExportButton } from '../../ui/chosen/export-button.tsx';
import { exportList } from '../../ui/chosen/list-csv.ts';
import { useChosenOf, type Chosen } from '../../ui/chosen/use-chosen.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ListPage } from '../../ui/page/list-page.tsx';
import { hasNothingYet } from '../../ui/page/nothing-yet.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { PageTabs } from '../../ui/tabs/page-tabs.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { readVariables, refreshVariables, variablePages } from './variable-queries.ts';
import { variablesCsv } from './variables-csv.ts';
import type { VariablesSearch } from './variables-search.ts';
import { VariablesTable } from './variables-table.tsx';
import page from '../../ui/page/settings-list.module.css';

const ChangeLog = lazy(async () => ({ default: (await import('./change-log.tsx')).ChangeLog }));
const VariableDialog = lazy(async () => ({ default: (await import('./variable-dialog.tsx')).VariableDialog }));

function CreateButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />} onClick={onClick}>
      {t('orgVariables.create.action')}
    </Button>
  );
}

function RemoveVariable({ variable, onClose }: { variable: OrgVariable; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { name } = variable;
  return (
    <ConfirmDialog
      title={t('orgVariables.remove.title', { name })}
      text={t('orgVariables.remove.text')}
      confirmLabel={t('orgVariables.remove.action')}
      onClose={onClose}
      onConfirm={async () => {
        await call(orgVariablesCalls.remove, { query: { name } });
        toastSuccess({ title: t('orgVariables.remove.done', { name }) });
        await refreshVariables(client);
      }}
    />
  );
}

function VariablesFoot({ chosen }: { chosen: Chosen<OrgVariable> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <ChosenFoot
      chosen={chosen}
      csv={variablesCsv}
      removeText={t('orgVariables.remove.textMany')}
      remove={({ name }) => call(orgVariablesCalls.remove, { query: { name } })}
      onRemoved={() => refreshVariables(client)}
    />
  );
}

/** Typed settings of the organization, and what became of them. */
export function VariablesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const here = useSearch({ from: '/shell/organization/database-area/database/variables' });
  const [edited, setEdited] = useState<OrgVariable | null>(null);
  const [removed, setRemoved] = useState<OrgVariable | null>(null);
  const search = here.search ?? '';
  const list = useInfiniteQuery({ ...variablePages(search), placeholderData: (last) => last });
  const chosen = useChosenOf(list.data);
  const go = (part: VariablesSearch): void =>
    void navigate({ to: '/database/variables', search: { ...here, ...part }, replace: true });
  const create = (): void => go({ createVariable: 'true' });
  const isNothingYet = hasNothingYet(list, search !== '');
  const head = (
    <>
      <PageHeader
        title={t('orgVariables.list.title')}
        parents={[{ key: 'database', link: <span>{t('shell.database.title')}</span> }]}
      >
        {!isNothingYet && here.tab === undefined && <CreateButton onClick={create} />}
      </PageHeader>
      <PageTabs
        label={t('orgVariables.list.tabs')}
        value={here.tab ?? 'list'}
        tabs={[
          { value: 'list', label: t('orgVariables.list.title') },
          { value: 'changes', label: t('orgVariables.changes.title') },
        ]}
        onChange={(tab) => go({ tab: tab === 'changes' ? tab : undefined, variable: undefined })}
      />
    </>
  );
  return (
    <>
      {here.tab === 'changes' ? (
        <div className={page.page}>
          {head}
          <Suspense>
            <ChangeLog variableId={here.variable} onAll={() => go({ variable: undefined })} />
          </Suspense>
        </div>
      ) : (
        <ListPage
          head={head}
          search={{
            label: t('orgVariables.list.search'),
            value: search,
            onChange: (text) => go({ search: text === '' ? undefined : text }),
          }}
          list={list}
          totalText={(count, shown) => t('orgVariables.list.total', { count, shown })}
          toolbarEnd={
            <ExportButton
              label={t('orgVariables.list.export')}
              onExport={() => exportList(variablesCsv, readVariables(search), t('orgVariables.list.exportFailed'))}
            />
          }
          foot={<VariablesFoot chosen={chosen} />}
          failed={t('orgVariables.list.failed')}
          nothing={
            <EmptyState title={t('orgVariables.list.emptyTitle')} text={t('orgVariables.list.emptyText')}>
              <CreateButton onClick={create} />
            </EmptyState>
          }
          noneFound={{
            title: t('orgVariables.list.noneNamed', { query: search }),
            text: t('orgVariables.list.noneHint'),
          }}
        >
          {(listed) => (
            <VariablesTable
              {...listed}
              chosen={chosen}
              onEdit={setEdited}
              onRemove={setRemoved}
              onHistory={({ id }) => go({ tab: 'changes', variable: id })}
            />
          )}
        </ListPage>
      )}
      {(here.createVariable !== undefined || edited !== null) && (
        <Suspense>
          <VariableDialog
            variable={edited}
            onClose={() => {
              setEdited(null);
              go({ createVariable: undefined });
            }}
          />
        </Suspense>
      )}
      {removed !== null && <RemoveVariable variable={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
