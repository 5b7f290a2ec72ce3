import { developerCalls } from '@sightline/contracts/developer/developer.api';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DeveloperSection } from '../../../features/developer/developer-section.tsx';
import { callQuery } from '../../../platform/api/client.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { loggedCell, machineText } from './cells.tsx';

const levels = ['debug', 'info', 'warn', 'error'] as const;
const shown = 500;

/** What the server logged last, by level and text. */
export function LogsPage() {
  const { t } = useTranslation();
  const { level, q } = useSearch({ from: '/shell/developer-area/logs' });
  const navigate = useNavigate();
  const query = useQuery({
    ...callQuery(developerCalls.logs, { query: { level: level ?? 'info', search: q ?? '', limit: shown } }),
    placeholderData: (last) => last,
  });
  return (
    <DeveloperSection title={t('developer.menu.logs')} query={query}>
      {({ items }) => (
        <>
          <Toolbar end={t('developer.logs.total', { count: items.length })}>
            <SearchField
              label={t('developer.logs.search')}
              value={q ?? ''}
              onChange={(text) =>
                void navigate({ to: '/logs', search: { level, q: text === '' ? undefined : text }, replace: true })
              }
            />
            <ChoiceFilter
              label={t('developer.logs.level')}
              value={level}
              options={levels.map((value) => ({ value, label: t(`developer.logs.${value}`) }))}
              onChange={(next) => void navigate({ to: '/logs', search: { level: next, q }, replace: true })}
            />
          </Toolbar>
          {items.length === 0 ? (
            <EmptyState title={t('developer.logs.none')} text={t('developer.logs.noneText')} />
          ) : (
            <PlainTable
              label={t('developer.menu.logs')}
              rows={items}
              rowKey={({ at }, index) => `${String(at)} ${String(index)}`}
              columns={[
                {
                  id: 'at',
                  header: t('developer.logs.at'),
                  isNumber: true,
                  cell: ({ at }) => machineText(formatTime(at, ownZone(), 'seconds')),
                },
                { id: 'level', header: t('developer.logs.level'), cell: (line) => t(`developer.logs.${line.level}`) },
                { id: 'message', header: t('developer.logs.message'), cell: loggedCell },
              ]}
            />
          )}
        </>
      )}
    </DeveloperSection>
  );
}
