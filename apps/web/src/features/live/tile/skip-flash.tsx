import { IconRewindBackward10, IconRewindForward10 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './video-tile.module.css';

const shownMs = 700;

/** How far was just gone, for a moment, and what says that it was. */
export function useSkipFlash(): [number | null, (byMs: number) => void] {
  const [skip, setSkip] = useState<{ byMs: number } | null>(null);
  useEffect(() => {
    if (skip === null) return;
    const timer = setTimeout(() => setSkip(null), shownMs);
    return () => clearTimeout(timer);
  }, [skip]);
  return [skip?.byMs ?? null, (byMs) => setSkip({ byMs })];
}

/** Says on the half that was tapped which way it went. */
export function SkipFlash({ byMs }: { byMs: number }) {
  const { t } = useTranslation();
  const Icon = byMs < 0 ? IconRewindBackward10 : IconRewindForward10;
  return (
    <div className={classes.skip} dir="ltr" data-way={byMs < 0 ? 'back' : 'on'} role="status" data-testid="skip-flash">
      <Icon size={32} stroke={1.5} aria-hidden />
      <span>{t(byMs < 0 ? 'live.tile.back10' : 'live.tile.on10')}</span>
    </div>
  );
}
