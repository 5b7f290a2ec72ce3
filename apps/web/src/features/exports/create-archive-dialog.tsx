import { SegmentedControl, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneAbbreviation } from '@sightline/domain/time/zone-names';
import { call, callKey } from '../../platform/api/client.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { formatDuration } from '../../platform/i18n/format-number.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { minuteBefore, problemOf, type ExportRange, type RangeProblem } from './export-range.ts';
import { camerasToExport } from './export-queries.ts';
import { InstantField } from './instant-field.tsx';
import classes from './exports.module.css';

const pauseMs = 400;
const second = 1000;

/** What is asked for: a range of one stream of one camera. */
interface Wanted {
  camera: Camera | null;
  stream: 'main' | 'sub';
  range: ExportRange;
  /** Fields in which no day and time stands. */
  wrong: { from: boolean; to: boolean };
}

interface RangeFieldsProps {
  camera: Camera;
  wanted: Wanted;
  problem: RangeProblem | null;
  onChange: (change: Partial<Wanted>) => void;
}

/** Range and stream, in the time of the camera's site. */
function RangeFields({ camera, wanted, problem, onChange }: RangeFieldsProps) {
  const { t } = useTranslation();
  const { range, stream, wrong } = wanted;
  return (
    <>
      <InstantField
        label={t('exports.create.from')}
        valueMs={range.fromUtcMs}
        timeZone={camera.timeZone}
        error={null}
        onChange={(fromUtcMs) => onChange({ range: { ...range, fromUtcMs } })}
        onWrong={(from) => onChange({ wrong: { ...wrong, from } })}
      />
      <InstantField
        label={t('exports.create.to')}
        valueMs={range.toUtcMs}
        timeZone={camera.timeZone}
        error={problem && t(`exports.create.${problem}`)}
        onChange={(toUtcMs) => onChange({ range: { ...range, toUtcMs } })}
        onWrong={(to) => onChange({ wrong: { ...wrong, to } })}
      />
      <p className={classes.hint}>
        {t('exports.create.zone', { zone: zoneAbbreviation(range.fromUtcMs, camera.timeZone) })}
      </p>
      {camera.streams.some(({ kind }) => kind === 'sub') && (
        <SegmentedControl
          aria-label={t('exports.create.stream')}
          value={stream}
          onChange={(value) => onChange({ stream: value === 'sub' ? 'sub' : 'main' })}
          data={[
            { value: 'main', label: t('exports.create.main') },
            { value: 'sub', label: t('exports.create.sub') },
          ]}
        />
      )}
    </>
  );
}

/** Makes a file of footage without a look at it first: the camera is found by its name, the range is typed. */
export function CreateArchiveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, pauseMs);
  // Whole seconds, as the fields show them.
  const [wanted, setWanted] = useState<Wanted>(() => ({
    camera: null,
    stream: 'main',
    range: minuteBefore(Math.floor(Date.now() / second) * second),
    wrong: { from: false, to: false },
  }));
  const change = (part: Partial<Wanted>): void => setWanted((before) => ({ ...before, ...part }));
  const { camera, range, stream, wrong } = wanted;
  const found = useQuery({ ...camerasToExport(asked), placeholderData: keepPreviousData });
  const cameras = (found.data?.items ?? []).filter(({ can }) => can.export);
  const offered = camera === null || cameras.some(({ id }) => id === camera.id) ? cameras : [camera, ...cameras];
  const create = useMutation({
    mutationFn: (cameraId: string) =>
      call(exportsCalls.create, { params: { id: cameraId }, body: { ...range, stream } }),
    onSuccess: onClose,
    // Also one that was not begun is on the list, with the cause.
    onSettled: () => client.invalidateQueries({ queryKey: callKey(exportsCalls.list) }),
  });
  const problem = problemOf(range, useNow(second));
  const isReady = camera !== null && problem === null && !wrong.from && !wrong.to;
  return (
    <FormDialog
      title={t('exports.archive.title')}
      lead={t('exports.archive.lead')}
      submitLabel={t('exports.create.submit', {
        duration: formatDuration(Math.max(0, range.toUtcMs - range.fromUtcMs)),
      })}
      isBusy={create.isPending}
      isReady={isReady}
      failure={create.error ?? found.error}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) create.mutate(camera.id);
      }}
      onClose={onClose}
    >
      <Select
        label={t('exports.list.camera')}
        placeholder={t('exports.archive.choose')}
        data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        value={camera?.id ?? null}
        searchable
        allowDeselect={false}
        onSearchChange={setTyped}
        onChange={(id) => change({ camera: offered.find((one) => one.id === id) ?? null, stream: 'main' })}
        nothingFoundMessage={t(
          typed !== asked || found.isFetching ? 'common.states.loading' : 'exports.archive.noCamera',
        )}
        data-autofocus
      />
      {camera !== null && <RangeFields camera={camera} wanted={wanted} problem={problem} onChange={change} />}
    </FormDialog>
  );
}
