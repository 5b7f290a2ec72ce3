import { IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CorePictures } from './core-pictures.ts';
import classes from './footage.module.css';

/** A moment's picture, asked for when it comes near the screen. */
export function CorePicture({ pictures, atUtcMs }: { pictures: CorePictures; atUtcMs: number }) {
  const { t } = useTranslation();
  const place = useRef<HTMLSpanElement>(null);
  const [url, setUrl] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const asked = new AbortController();
    let made: string | null = null;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        watch.disconnect();
        void pictures.picture(atUtcMs, asked.signal).then((blob) => {
          if (asked.signal.aborted) return;
          made = blob && URL.createObjectURL(blob);
          setUrl(made);
        });
      },
      { rootMargin: '200px' },
    );
    if (place.current) watch.observe(place.current);
    return () => {
      asked.abort();
      watch.disconnect();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [pictures, atUtcMs]);
  return (
    <span ref={place} className={classes.moment}>
      {typeof url === 'string' && <img src={url} alt="" />}
      {url === null && (
        <IconPhotoOff size={20} stroke={1.5} role="img" aria-label={t('events.search.motion.noPicture')} />
      )}
    </span>
  );
}
