import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { DataTable, type Column } from '../../../ui/table/data-table.tsx';
import { RuleMenu, type RuleDeed } from './rule-menu.tsx';
import { ruleLevel, useRuleStateWords } from './rule-state-words.ts';
import classes from './list.module.css';

const nowEveryMs = 30_000;

interface Words {
  t: TFunction;
  kind: (kind: string) => string;
  states: ReturnType<typeof useRuleStateWords>;
  nowUtcMs: number;
}

/** Where a rule watches, in one line. */
function Places({
  t,
  targets,
  hiddenTargetCount,
}: Pick<AlertRule, 'targets' | 'hiddenTargetCount'> & { t: TFunction }) {
  const [first] = targets;
  const more = targets.length + hiddenTargetCount - 1;
  if (first === undefined) return t('alertRules.list.noCamera');
  return (
    <span title={targets.map(({ name }) => name).join(', ')}>
      <bdi>{first.name}</bdi>
      {more > 0 && ` ${t('alertRules.list.more', { count: more, shown: formatCount(more) })}`}
    </span>
  );
}

const columnsOf = (
  { t, kind, states, nowUtcMs }: Words,
  { onOpen, onDeed }: Pick<RulesTableProps, 'onOpen' | 'onDeed'>,
): Column<AlertRule>[] => [
  {
    id: 'name',
    header: t('alertRules.list.name'),
    track: 'minmax(160px, 2fr)',
    phone: 'title',
    cell: (rule) => (
      <button type="button" className={classes.name} onClick={() => onOpen(rule)}>
        <bdi>{rule.name}</bdi>
      </button>
    ),
  },
  {
    id: 'kind',
    header: t('alertRules.list.kind'),
    track: 'minmax(112px, 1fr)',
    cell: ({ condition }) => kind(condition.kind),
  },
  {
    id: 'cameras',
    header: t('alertRules.list.cameras'),
    track: 'minmax(120px, 1.4fr)',
    cell: (rule) => <Places t={t} targets={rule.targets} hiddenTargetCount={rule.hiddenTargetCount} />,
  },
  {
    id: 'state',
    header: t('alertRules.list.state'),
    track: 'minmax(200px, 2fr)',
    phone: 'second',
    cell: (rule) => {
      const text = states.summary(rule, nowUtcMs);
      return (
        <span title={text}>
          <StatusLabel level={ruleLevel(rule)}>{text}</StatusLabel>
        </span>
      );
    },
  },
  {
    id: 'alerts',
    header: t('alertRules.list.alerts'),
    track: 'minmax(112px, 1fr)',
    cell: ({ alertCount, falseCount }) => {
      const shown = formatCount(alertCount);
      if (falseCount === 0) return shown;
      return t('alertRules.list.ofThemFalse', { shown, count: falseCount, wrong: formatCount(falseCount) });
    },
  },
  {
    id: 'last',
    header: t('alertRules.list.last'),
    track: 'minmax(112px, 1fr)',
    cell: ({ lastAlertUtcMs }) =>
      lastAlertUtcMs === null ? t('alertRules.list.never') : formatSince(lastAlertUtcMs, nowUtcMs, ownZone()),
  },
  {
    id: 'actions',
    header: <span className={classes.unseen}>{t('alertRules.list.actions')}</span>,
    track: '36px',
    phone: 'end',
    cell: (rule) => <RuleMenu rule={rule} onDeed={onDeed} />,
  },
];

interface RulesTableProps {
  rules: readonly AlertRule[];
  total: number;
  onOpen: (rule: AlertRule) => void;
  onDeed: (deed: RuleDeed, rule: AlertRule) => void;
  onEndReached: () => void;
}

/** Rules with whether they are at work, and how they did lately. */
export function RulesTable({ rules, total, onOpen, onDeed, onEndReached }: RulesTableProps) {
  const { t } = useTranslation();
  const { kind } = useAlertWords();
  const states = useRuleStateWords();
  const nowUtcMs = useNow(nowEveryMs);
  return (
    <DataTable
      label={t('alertRules.list.title')}
      columns={columnsOf({ t, kind, states, nowUtcMs }, { onOpen, onDeed })}
      rows={rules}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
    />
  );
}
