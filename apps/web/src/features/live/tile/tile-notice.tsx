import type { ReactNode } from 'react';
import classes from './video-tile.module.css';

interface TileNoticeProps {
  icon: ReactNode;
  title: string;
  text?: string | undefined;
  action?: { label: string; act: () => void } | undefined;
  /** Nothing of the picture may be seen behind it. */
  isSolid?: boolean;
  /** Over a picture that is only waiting: no veil. */
  isQuiet?: boolean;
  /** Shown only when it lasts, so that short waits do not flicker. */
  isLate?: boolean;
}

/** Icon, words and at most one action in the middle of a tile. */
export function TileNotice({
  icon,
  title,
  text,
  action,
  isSolid = false,
  isQuiet = false,
  isLate = false,
}: TileNoticeProps) {
  return (
    <div className={classes.notice} data-solid={isSolid} data-quiet={isQuiet} data-late={isLate} role="status">
      <span className={classes.noticeIcon} aria-hidden="true">
        {icon}
      </span>
      <b>{title}</b>
      {text !== undefined && <span className={classes.noticeText}>{text}</span>}
      {action && (
        <button type="button" className={classes.noticeAction} onClick={action.act}>
          {action.label}
        </button>
      )}
    </div>
  );
}
