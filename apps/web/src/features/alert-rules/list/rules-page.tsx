import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { useMay } from '../../../platform/session/may.ts';
import { AlertViews } from '../../../ui/alerts/alert-views.tsx';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { CameraFilter } from '../../../ui/filters/camera-filter.tsx';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { FileMenu } from '../file/file-menu.tsx';
import { rulePages, type RuleFilters } from '../rule-queries.ts';
import type { RuleDeed } from './rule-menu.tsx';
import { RulesTable } from './rules-table.tsx';
import { useRuleDeeds } from './use-rule-deeds.ts';
import classes from '../../../ui/page/settings-list.module.css';

const CopyRule = lazy(async () => ({ default: (await import('./copy-rule.tsx')).CopyRule }));
const RemoveRule = lazy(async () => ({ default: (await import('./remove-rule.tsx')).RemoveRule }));
const RuleDialog = lazy(async () => ({ default: (await import('./rule-dialog.tsx')).RuleDialog }));

const isFiltered = ({ q, kind, camera }: RuleFilters): boolean => [q, kind, camera].some((one) => one !== undefined);

/** What is asked about before it is done, and of which rule. */
type Asked = { deed: 'open' | 'copy' | 'remove'; rule: AlertRule } | null;

/** The rules: whether each is at work, how it did lately, and what can be done with it. */
export function RulesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const filters = useSearch({ from: '/shell/organization/alert/list' });
  const [asked, setAsked] = useState<Asked>(null);
  const mayEdit = useMay('AlertEdit');
  const { turn, snooze } = useRuleDeeds();
  const pages = useInfiniteQuery({ ...rulePages(filters), placeholderData: (last) => last });
  const total = pages.data?.pages[0]?.total.value ?? 0;
  const isNothingYet = pages.data !== undefined && total === 0 && !isFiltered(filters);
  const go = (change: RuleFilters): void =>
    void navigate({ to: '/alert/list', search: { ...filters, ...change }, replace: true });
  const act = (deed: RuleDeed, rule: AlertRule): void => {
    if (typeof deed === 'object') void snooze(rule, deed.snoozeMinutes);
    else if (deed === 'turnOn' || deed === 'turnOff') void turn(rule, deed === 'turnOn');
    else setAsked({ deed, rule });
  };
  const close = (): void => setAsked(null);
  return (
    <div className={classes.page}>
      <PageHeader title={t('alertRules.list.title')}>
        <AlertViews />
        <FileMenu hasRules={total > 0} mayEdit={mayEdit} />
        {mayEdit && !isNothingYet && <CreateButton />}
      </PageHeader>
      {!isNothingYet && (
        <Toolbar end={pages.data && t('alertRules.list.total', { count: total, shown: formatCount(total) })}>
          <RuleFilterBar filters={filters} onChange={go} />
        </Toolbar>
      )}
      <div className={classes.list}>
        <ListScreen
          list={pages}
          failed={t('alertRules.list.failed')}
          stillWorks={t('alerts.queue.stillWorks')}
          isEmpty={() => total === 0}
          empty={
            isNothingYet ? (
              <NothingYet />
            ) : (
              <EmptyState title={t('alertRules.list.noneTitle')} text={t('alertRules.list.noneText')}>
                <Button variant="default" onClick={() => go({ q: undefined, kind: undefined, camera: undefined })}>
                  {t('common.actions.clearFilters')}
                </Button>
              </EmptyState>
            )
          }
        >
          {(data) => (
            <RulesTable
              rules={data.pages.flatMap(({ items }) => items)}
              total={total}
              onOpen={(rule) => setAsked({ deed: 'open', rule })}
              onDeed={act}
              onEndReached={() => {
                if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
              }}
            />
          )}
        </ListScreen>
      </div>
      {asked?.deed === 'open' && (
        <Suspense>
          <RuleDialog rule={asked.rule} onClose={close} />
        </Suspense>
      )}
      {asked?.deed === 'copy' && (
        <Suspense>
          <CopyRule rule={asked.rule} onClose={close} />
        </Suspense>
      )}
      {asked?.deed === 'remove' && (
        <Suspense>
          <RemoveRule rule={asked.rule} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

function CreateButton() {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/alert/templates" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}>
      {t('alertRules.list.create')}
    </ButtonLink>
  );
}

function RuleFilterBar({ filters, onChange }: { filters: RuleFilters; onChange: (change: RuleFilters) => void }) {
  const { t } = useTranslation();
  const words = useAlertWords();
  return (
    <>
      <SearchField
        label={t('alertRules.list.search')}
        value={filters.q ?? ''}
        onChange={(text) => onChange({ q: text === '' ? undefined : text })}
      />
      <ChoiceFilter
        label={t('alerts.filters.kind')}
        value={filters.kind}
        options={Object.keys(ruleKinds).map((value) => ({ value, label: words.kind(value) }))}
        onChange={(kind) => onChange({ kind })}
      />
      <CameraFilter value={filters.camera} onChange={(camera) => onChange({ camera })} />
    </>
  );
}

function NothingYet() {
  const { t } = useTranslation();
  const mayEdit = useMay('AlertEdit');
  return (
    <EmptyState
      title={t('alertRules.list.emptyTitle')}
      text={t(mayEdit ? 'alertRules.list.emptyText' : 'alertRules.list.emptyTextReader')}
      art={<EmptyDrawing />}
    >
      {mayEdit && <CreateButton />}
    </EmptyState>
  );
}

/** A picture with a zone, and somebody on the way into it. */
function EmptyDrawing() {
  return (
    <svg width="200" height="56" viewBox="0 0 200 56" fill="none" stroke="currentColor" strokeWidth="1.5">
      <rect x="52" y="1" width="96" height="54" rx="3" />
      <path d="M84 46 92 18h40l8 28Z" fill="currentColor" fillOpacity="0.16" strokeDasharray="4 3" />
      <circle cx="70" cy="22" r="4" />
      <path d="M70 26v12M65 46l5-8 5 8M64 31h12" />
    </svg>
  );
}
