import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, type Icon } from '@tabler/icons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '../../../platform/features/menu-entry.ts';
import { activeEntry, drawnEntries } from '../menus/menu.ts';
import { useMenuViewer } from '../menus/use-menu-viewer.ts';
import { AreaEntry, ExpandingEntry } from './area-entry.tsx';
import scroll from '../../../ui/scroll/sideways.module.css';
import classes from './area-frame.module.css';

/** Whether the menu is folded to its signs, and how to change that. */
interface Fold {
  isFolded: boolean;
  toggle: () => void;
}

interface AreaFrameProps<Name extends string> {
  /** Name of the area, above its menu. */
  title: string;
  menu: readonly MenuEntry<Name>[];
  /** Translates the name of an entry. */
  nameOf: (name: Name) => string;
  /** Sign of an entry, by its key. */
  iconOf?: (key: string) => Icon;
  /** The menu can be folded to its signs. */
  fold?: Fold;
}

function FoldButton({ isFolded, toggle }: Fold) {
  const { t } = useTranslation();
  const Sign = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = isFolded ? t('shell.nav.unfold') : t('shell.nav.fold');
  return (
    <button
      type="button"
      className={classes.fold}
      aria-label={label}
      title={label}
      aria-expanded={!isFolded}
      onClick={toggle}
    >
      <Sign size={18} stroke={1.6} aria-hidden="true" />
    </button>
  );
}

/** An area with a menu of the second level, 224 px, and the third below its entries; on phones a bar above the page. */
export function AreaFrame<Name extends string>({ title, menu, nameOf, iconOf, fold }: AreaFrameProps<Name>) {
  const { t } = useTranslation();
  const path = useLocation({ select: (location) => location.pathname });
  const viewer = useMenuViewer();
  const entries = drawnEntries(menu, viewer);
  const active = activeEntry(entries, path);
  const menuBar = useRef<HTMLElement>(null);
  // On phones the menu is a bar that is wider than the screen: what lies on both sides of the open page is seen, or a shade where there is more.
  useEffect(() => {
    const bar = menuBar.current;
    if (bar === null) return;
    const show = (): void => {
      if (bar.scrollWidth > bar.clientWidth)
        bar.querySelector('a[data-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    };
    // Its entries grow when those below them open and when the type arrives.
    const observer = new ResizeObserver(show);
    for (const list of bar.querySelectorAll('ul')) observer.observe(list);
    return () => observer.disconnect();
  }, [active?.key]);
  return (
    <div className={classes.area} data-folded={fold?.isFolded === true}>
      <nav
        ref={menuBar}
        className={`${scroll.sideways} ${classes.menu}`}
        aria-label={t('shell.nav.areaMenu', { area: title })}
      >
        <div className={classes.titleLine}>
          <p className={classes.title}>{title}</p>
          {fold !== undefined && <FoldButton {...fold} />}
        </div>
        <ul className={classes.list}>
          {entries.map((entry) => {
            const parts = { name: nameOf(entry.name), icon: iconOf?.(entry.key), isCurrent: entry === active };
            return (
              <li key={entry.key} data-separator={entry.separator === true}>
                {entry.level3 === undefined || entry.level3.length === 0 ? (
                  <AreaEntry entry={entry} level={2} {...parts} />
                ) : (
                  <ExpandingEntry entry={entry} {...parts}>
                    {entry.level3.map((child) => (
                      <li key={child.key}>
                        <AreaEntry
                          entry={child}
                          name={nameOf(child.name)}
                          level={3}
                          isCurrent={child === activeEntry(entry.level3 ?? [], path)}
                        />
                      </li>
                    ))}
                  </ExpandingEntry>
                )}
              </li>
            );
          })}
        </ul>
      </nav>
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
