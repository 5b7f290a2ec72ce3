import type { Page } from '@sightline/contracts/shared/paging';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { formatCount, formatTotal } from '../../platform/i18n/format-number.ts';
import { Row } from '../layout/row.tsx';
import scroll from '../scroll/sideways.module.css';
import classes from './page-tabs.module.css';

type Total = Page<unknown>['total'];

interface PageTabsProps<V extends string> {
  label: string;
  value: V;
  tabs: readonly { value: V; label: string; count?: number | Total | undefined }[];
  onChange: (value: V) => void;
}

const steps = { ArrowRight: 1, ArrowLeft: -1 } as const;

/** Parts of one thing, 48 px, with counts; arrow keys go from one to the next in the direction of the script. More than fit are moved sideways, and a shade says so. */
export function PageTabs<V extends string>({ label, value, tabs, onChange }: PageTabsProps<V>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a narrow screen the open one may lie beyond the edge.
    list.current?.querySelector(`[data-tab="${value}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [value]);
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.key in steps)) return;
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = steps[event.key as keyof typeof steps] * (isMirrored ? -1 : 1);
    const index = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus();
    onChange(next.value);
  };
  return (
    <Row
      gap={24}
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      className={`${scroll.sideways} ${classes.tabs}`}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          data-tab={tab.value}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className={classes.count}>
              {typeof tab.count === 'number' ? formatCount(tab.count) : formatTotal(tab.count)}
            </span>
          )}
        </button>
      ))}
    </Row>
  );
}
