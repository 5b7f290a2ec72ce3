import { Button } from '@mantine/core';
import type { CameraImport, CameraImportRow } from '@sightline/contracts/camera-onboarding/camera-import';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { PageTabs } from '../../ui/tabs/page-tabs.tsx';
import { ImportRowState } from './import-row-state.tsx';
import classes from './onboarding.module.css';
import { importRows, rowsAtOnce } from './onboarding-queries.ts';

interface ImportRowsProps {
  importId: string;
  counts: CameraImport['counts'];
  isWorking: boolean;
  onTest: (line: number) => void;
}

const columnsOf = (t: TFunction, onTest: (line: number) => void) => [
  {
    id: 'line',
    header: t('cameraOnboarding.work.line'),
    isNumber: true,
    cell: ({ line }: CameraImportRow) => formatCount(line),
  },
  {
    id: 'picture',
    header: t('cameraOnboarding.work.picture'),
    cell: (row: CameraImportRow) => <RowPicture row={row} />,
  },
  { id: 'name', header: t('cameras.form.name'), cell: ({ camera }: CameraImportRow) => <bdi>{camera.name}</bdi> },
  {
    id: 'address',
    header: t('cameraOnboarding.work.address'),
    cell: ({ camera }: CameraImportRow) => <bdi dir="ltr">{camera.url === '' ? camera.host : camera.url}</bdi>,
  },
  { id: 'state', header: t('cameras.list.status'), cell: (row: CameraImportRow) => <ImportRowState row={row} /> },
  {
    id: 'test',
    header: t('cameraOnboarding.work.act'),
    cell: (row: CameraImportRow) =>
      row.createStatus !== 'created' &&
      row.faults.length === 0 && (
        <Button
          size="xs"
          variant="default"
          loading={row.loading}
          onClick={() => onTest(row.line)}
          aria-label={t('cameraOnboarding.work.testOne', { name: row.camera.name })}
        >
          {t('cameraOnboarding.work.testShort')}
        </Button>
      ),
  },
];

type Shown = 'all' | 'failed' | 'created';

/** Rows of a list, some at a time, each with what came of it. */
export function ImportRows({ importId, counts, isWorking, onTest }: ImportRowsProps) {
  const { t } = useTranslation();
  const [only, setOnly] = useState<Shown>('all');
  // Lines after which the pages before this one began.
  const [before, setBefore] = useState<readonly number[]>([0]);
  const list = useQuery(importRows(importId, { afterLine: before.at(-1) ?? 0, only }, isWorking));
  const rows = list.data?.items ?? [];
  const last = rows.at(-1)?.line;
  const tabs = [
    { value: 'all' as const, label: t('common.words.all'), count: counts.total },
    { value: 'failed' as const, label: t('cameraOnboarding.work.failedTab'), count: counts.failed },
    { value: 'created' as const, label: t('cameraOnboarding.work.createdTab'), count: counts.created },
  ];
  return (
    <>
      <PageTabs
        label={t('cameraOnboarding.work.rows')}
        value={only}
        tabs={tabs}
        onChange={(value) => {
          setOnly(value);
          setBefore([0]);
        }}
      />
      {list.isPending && <LoadingRows rows={4} />}
      {list.isLoadingError && (
        <ErrorState
          title={t('cameraOnboarding.work.failed')}
          failure={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isRefetchError && <FormFailure failure={list.error} />}
      {list.data !== undefined && rows.length === 0 && (
        <p className={classes.small}>{t('cameraOnboarding.work.noRows')}</p>
      )}
      {rows.length > 0 && (
        <PlainTable
          label={t('cameraOnboarding.work.rows')}
          columns={columnsOf(t, onTest)}
          rows={rows}
          rowKey={({ line }) => String(line)}
        />
      )}
      {(before.length > 1 || rows.length === rowsAtOnce) && (
        <FormActions>
          <Button variant="default" disabled={before.length === 1} onClick={() => setBefore(before.slice(0, -1))}>
            {t('common.pager.before')}
          </Button>
          <Button
            variant="default"
            disabled={rows.length < rowsAtOnce || last === undefined}
            onClick={() => setBefore([...before, last ?? 0])}
          >
            {t('common.pager.next')}
          </Button>
        </FormActions>
      )}
    </>
  );
}

/** What the core saw of a row. */
function RowPicture({ row }: { row: CameraImportRow }) {
  const { t } = useTranslation();
  if (row.snapshotUrl === null) return <span aria-hidden="true">–</span>;
  return (
    <img
      className={classes.picture}
      src={row.snapshotUrl}
      alt={t('cameraOnboarding.work.pictureOf', { name: row.camera.name })}
      loading="lazy"
    />
  );
}
