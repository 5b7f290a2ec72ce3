import { Link, Outlet, useLocation, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '../../../platform/features/menu-entry.ts';
import { activeEntry, drawnEntries, isActive } from '../menus/menu.ts';
import { useMenuViewer } from '../menus/use-menu-viewer.ts';
import scroll from '../../../ui/scroll/sideways.module.css';
import classes from './area-frame.module.css';

interface AreaFrameProps<Name extends string> {
  /** Name of the area, above its menu. */
  title: string;
  menu: readonly MenuEntry<Name>[];
  /** Translates the name of an entry. */
  nameOf: (name: Name) => string;
}

interface EntryProps {
  entry: MenuEntry;
  name: string;
  level: 2 | 3;
  isCurrent: boolean;
}

function Entry({ entry, name, level, isCurrent }: EntryProps) {
  if (entry.disabled === true)
    return (
      <span className={classes.item} data-level={level} aria-disabled="true">
        {name}
      </span>
    );
  return (
    <Link
      to={entry.to as LinkProps['to']}
      className={classes.item}
      data-level={level}
      data-current={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {name}
    </Link>
  );
}

/** An area with a menu of the second level, 224 px, and the third below its active entry; on phones a bar above the page. */
export function AreaFrame<Name extends string>({ title, menu, nameOf }: AreaFrameProps<Name>) {
  const { t } = useTranslation();
  const path = useLocation({ select: (location) => location.pathname });
  const viewer = useMenuViewer();
  const entries = drawnEntries(menu, viewer);
  const active = activeEntry(entries, path);
  const menuBar = useRef<HTMLElement>(null);
  // On phones the menu is a bar that is wider than the screen: what lies on both sides of the open page is seen, or a shade where there is more.
  useEffect(() => {
    menuBar.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [active?.key]);
  return (
    <div className={classes.area}>
      <nav
        ref={menuBar}
        className={`${scroll.sideways} ${classes.menu}`}
        aria-label={t('shell.nav.areaMenu', { area: title })}
      >
        <p className={classes.title}>{title}</p>
        <ul className={classes.list}>
          {entries.map((entry) => (
            <li key={entry.key} data-separator={entry.separator === true}>
              <Entry entry={entry} name={nameOf(entry.name)} level={2} isCurrent={entry === active} />
              {entry === active && entry.level3 !== undefined && entry.level3.length > 0 && (
                <ul className={classes.list}>
                  {entry.level3.map((child) => (
                    <li key={child.key}>
                      <Entry entry={child} name={nameOf(child.name)} level={3} isCurrent={isActive(child, path)} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
