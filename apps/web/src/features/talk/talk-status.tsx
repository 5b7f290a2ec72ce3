import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import type { TalkFailure } from './talk-failure.ts';
import type { TalkSnapshot } from './talk-session.ts';
import classes from './talk.module.css';

interface TalkStatusProps extends TalkSnapshot {
  /** How loud the own voice is now, 0..1. */
  level: () => number;
  onDismiss: () => void;
}

const levelEveryMs = 60;

const minutes = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
};

/** How a talk goes: whether one is heard, how loud, and for how long still; or why it did not begin or ended. */
export function TalkStatus({ phase, failure, endsAtUtcMs, level, onDismiss }: TalkStatusProps) {
  const { t } = useTranslation();
  if (failure !== null) {
    return (
      <Stack justify="start" gap={8} className={classes.status}>
        <Failure failure={failure} />
        <Button variant="default" size="compact-sm" onClick={onDismiss}>
          {t('talk.dismiss')}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack justify="start" gap={8} className={classes.status}>
      <p className={classes.state} role="status">
        {phase === 'heard' ? t('talk.heard') : t('talk.opening')}
      </p>
      <LevelMeter level={level} />
      {phase === 'heard' && endsAtUtcMs !== null && <TimeLeft endsAtUtcMs={endsAtUtcMs} />}
    </Stack>
  );
}

function Failure({ failure }: { failure: TalkFailure }) {
  const { t } = useTranslation();
  if (failure.kind === 'answer') return <FormFailure failure={failure.error} />;
  return <p role="alert">{t(`talk.microphone.${failure.reason}`)}</p>;
}

/** Drawn without React: it changes many times a second. */
function LevelMeter({ level }: { level: () => number }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const read = useRef(level);
  useEffect(() => {
    const timer = setInterval(() => bar.current?.style.setProperty('--level', String(read.current())), levelEveryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={classes.meter} role="img" aria-label={t('talk.level')} data-testid="talk-level">
      <div ref={bar} className={classes.level} />
    </div>
  );
}

function TimeLeft({ endsAtUtcMs }: { endsAtUtcMs: number }) {
  const { t } = useTranslation();
  const [leftMs, setLeftMs] = useState(() => endsAtUtcMs - serverNowUtcMs());
  useEffect(() => {
    const timer = setInterval(() => setLeftMs(endsAtUtcMs - serverNowUtcMs()), 1000);
    return () => clearInterval(timer);
  }, [endsAtUtcMs]);
  return <p className={classes.left}>{t('talk.left', { time: minutes(leftMs) })}</p>;
}
