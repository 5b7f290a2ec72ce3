import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { Button, SegmentedControl } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneAbbreviation } from '@sightline/domain/time/zone-names';
import { toApiError } from '../../platform/api/api-error.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { formatBytes, formatDuration } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { problemOf, withEnd } from './export-range.ts';
import type { ExportRange } from './export-range.ts';
import { InstantField } from './instant-field.tsx';
import classes from './exports.module.css';

export interface ExportFormProps {
  cameraId: string;
  timeZone: string;
  hasSubStream: boolean;
  range: ExportRange;
  /** Time without footage inside the range, as far as it is known. */
  gaps: readonly (ExportRange & { cause: ErrorCode })[];
  /** Some of the footage inside may be from another time. */
  isTimeUncertain: boolean;
  /** The file hides what the camera hides, or shows it because the picture does. */
  privacy: 'none' | 'masked' | 'originals';
  positionMs: () => number;
  nowMs: () => number;
  onRange: (range: ExportRange) => void;
}

const hints = {
  none: 'exports.create.hint',
  masked: 'exports.create.hintMasked',
  originals: 'exports.create.hintOriginals',
} as const;

/** Chooses the range and the stream, names the gaps inside, and starts the export. */
export function ExportForm({
  cameraId,
  timeZone,
  hasSubStream,
  range,
  gaps,
  isTimeUncertain,
  privacy,
  positionMs,
  nowMs,
  onRange,
}: ExportFormProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [stream, setStream] = useState<'main' | 'sub'>('main');
  const [wrong, setWrong] = useState({ from: false, to: false });
  const create = useMutation({
    mutationFn: () =>
      call(exportsCalls.create, {
        params: { id: cameraId },
        body: { ...range, stream, originals: privacy === 'originals' },
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: callKey(exportsCalls.list) }),
  });
  const problem = problemOf(range, nowMs());
  const duration = formatDuration(range.toUtcMs - range.fromUtcMs);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <InstantField
        label={t('exports.create.from')}
        valueMs={range.fromUtcMs}
        timeZone={timeZone}
        error={null}
        onChange={(fromUtcMs) => onRange({ ...range, fromUtcMs })}
        onWrong={(from) => setWrong({ ...wrong, from })}
        mark={{ label: t('exports.create.markIn'), onMark: () => onRange(withEnd(range, 'from', positionMs())) }}
      />
      <InstantField
        label={t('exports.create.to')}
        valueMs={range.toUtcMs}
        timeZone={timeZone}
        error={problem && t(`exports.create.${problem}`)}
        onChange={(toUtcMs) => onRange({ ...range, toUtcMs })}
        onWrong={(to) => setWrong({ ...wrong, to })}
        mark={{ label: t('exports.create.markOut'), onMark: () => onRange(withEnd(range, 'to', positionMs())) }}
      />
      <p className={classes.hint}>{t('exports.create.zone', { zone: zoneAbbreviation(range.fromUtcMs, timeZone) })}</p>
      {hasSubStream && (
        <SegmentedControl
          aria-label={t('exports.create.stream')}
          value={stream}
          onChange={(value) => setStream(value === 'sub' ? 'sub' : 'main')}
          data={[
            { value: 'main', label: t('exports.create.main') },
            { value: 'sub', label: t('exports.create.sub') },
          ]}
        />
      )}
      {gaps.length > 0 && (
        <div className={classes.gaps}>
          <p>{t('exports.create.gapsInside', { count: gaps.length })}</p>
          {gaps.slice(0, 5).map((gap) => (
            <span key={gap.fromUtcMs} className={classes.gap}>
              {t('exports.item.gap', {
                from: formatTime(gap.fromUtcMs, timeZone, 'seconds'),
                to: formatTime(gap.toUtcMs, timeZone, 'seconds'),
                cause: t(`errors.${gap.cause}`),
              })}
            </span>
          ))}
        </div>
      )}
      {isTimeUncertain && <p className={classes.hint}>{t('exports.create.timeUncertain')}</p>}
      {create.error !== null && <FormFailure failure={create.error} />}
      <RoomNeeded failure={create.error} />
      <Button type="submit" disabled={problem !== null || wrong.from || wrong.to} loading={create.isPending}>
        {t('exports.create.submit', { duration })}
      </Button>
      <p className={classes.hint}>{t(hints[privacy])}</p>
    </form>
  );
}

/** How large an export would be that does not fit, and what is free. */
function RoomNeeded({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  if (failure === null) return null;
  const { neededBytes, freeBytes } = toApiError(failure).data;
  if (typeof neededBytes !== 'number' || typeof freeBytes !== 'number') return null;
  return (
    <p className={classes.hint}>
      {t('exports.create.room', { needed: formatBytes(neededBytes), free: formatBytes(freeBytes) })}
    </p>
  );
}
