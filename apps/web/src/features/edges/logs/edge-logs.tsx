import { Button } from '@mantine/core';
import type { LogLevel } from '@sightline/contracts/edges/edge-logs';
import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/files/save-file.ts';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { LogLines } from './log-lines.tsx';
import { logText } from './log-text.ts';
import { useCoreLog, type LogFilter } from './use-core-log.ts';
import classes from './logs.module.css';

const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];
/** Processes of a core, by their names in its log. */
const processes = ['core', 'media', 'decode', 'live', 'jobs', 'devices', 'pages'] as const;

interface EdgeLogsProps {
  edgeId: string;
  name: string;
  timeZone: string;
}

/** What a core says to itself, read at the core: by level, process and text, followed as it is said, saved as a file. */
export function EdgeLogs({ edgeId, name, timeZone }: EdgeLogsProps) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<LogFilter>({ level: 'info', process: undefined, text: '' });
  const [isFollowing, setIsFollowing] = useState(true);
  const { pages, failure, lines } = useCoreLog(edgeId, filter, isFollowing);
  const download = (): void => saveFile(new Blob([logText(lines)], { type: 'text/plain' }), `${name}.log`);
  return (
    <>
      <Toolbar
        end={
          <>
            <Button
              variant="default"
              leftSection={
                isFollowing ? (
                  <IconPlayerPause size={16} stroke={1.6} aria-hidden="true" />
                ) : (
                  <IconPlayerPlay size={16} stroke={1.6} aria-hidden="true" />
                )
              }
              onClick={() => setIsFollowing(!isFollowing)}
            >
              {t(isFollowing ? 'edges.logs.pause' : 'edges.logs.follow')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
              disabled={lines.length === 0}
              onClick={download}
            >
              {t('edges.logs.download')}
            </Button>
          </>
        }
      >
        <SearchField
          label={t('edges.logs.search')}
          value={filter.text}
          onChange={(text) => setFilter({ ...filter, text })}
        />
        <ChoiceFilter
          label={t('edges.logs.level')}
          value={filter.level}
          options={levels.map((value) => ({ value, label: t(`edges.logs.levels.${value}`) }))}
          onChange={(level = 'info') => setFilter({ ...filter, level })}
        />
        <ChoiceFilter
          label={t('edges.logs.process')}
          value={filter.process}
          options={processes.map((value) => ({ value, label: value }))}
          onChange={(process) => setFilter({ ...filter, process })}
        />
      </Toolbar>
      {pages.data === undefined && failure === null && <LoadingRows />}
      {failure !== null && lines.length === 0 && (
        <ErrorState title={t('edges.logs.failed')} failure={failure} onRetry={() => void pages.refetch()} />
      )}
      {pages.data !== undefined && failure === null && lines.length === 0 && (
        <EmptyState title={t('edges.logs.none')} text={t('edges.logs.noneText')} />
      )}
      {failure !== null && lines.length > 0 && <FormFailure failure={failure} />}
      {lines.length > 0 && <LogLines lines={lines} timeZone={timeZone} />}
      {pages.data !== undefined && (
        <Row wrap align="center" gap={12} className={classes.end}>
          {pages.hasNextPage ? (
            <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t('edges.logs.older')}
            </Button>
          ) : (
            <span>{t('edges.logs.end')}</span>
          )}
        </Row>
      )}
    </>
  );
}
