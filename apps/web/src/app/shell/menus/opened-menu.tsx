import { Menu, Popover } from '@mantine/core';
import { useState, type ReactElement } from 'react';
import { DeveloperMenuItems } from './developer-menu-items.tsx';
import { FindMenuItem } from './find-menu-item.tsx';
import { HelpMenuItem } from './help-menu-item.tsx';
import { OrganizationMenuItems } from './organization-menu-items.tsx';
import { SwitchPanel } from './switch-panel.tsx';
import { useSeesDeveloperMenu } from './use-sees-developer-menu.ts';
import { UserMenuItems } from './user-menu-items.tsx';

/** Menus of the frame: developers, organization and person in the rail, all of it behind More on phones and, without the search of the shell, on pages outside of it. */
export type ShellMenuKind = 'developer' | 'organization' | 'user' | 'more' | 'outer';

interface OpenedMenuProps {
  kind: ShellMenuKind;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** The button. */
  children: ReactElement;
}

const offsetPx = 4;
const positions = {
  developer: 'right-end',
  organization: 'right-end',
  user: 'right-end',
  more: 'top-end',
  outer: 'bottom-end',
} as const;

function Items({ kind, onSwitch }: { kind: ShellMenuKind; onSwitch: () => void }) {
  const seesDeveloperMenu = useSeesDeveloperMenu();
  const isMore = kind === 'more' || kind === 'outer';
  return (
    <>
      {kind === 'more' && <FindMenuItem />}
      {(kind === 'organization' || isMore) && <OrganizationMenuItems onSwitch={onSwitch} />}
      {isMore && <Menu.Divider />}
      {(kind === 'developer' || (isMore && seesDeveloperMenu)) && <DeveloperMenuItems />}
      {isMore && <HelpMenuItem />}
      {(kind === 'user' || isMore) && <UserMenuItems />}
    </>
  );
}

/** The menu itself with its button; loaded when one is wanted. */
export function OpenedMenu({ kind, isOpen, onChange, children }: OpenedMenuProps) {
  const [isSwitching, setSwitching] = useState(false);
  const change = (opened: boolean): void => {
    if (!opened) setSwitching(false);
    onChange(opened);
  };
  const position = positions[kind];
  if (isSwitching)
    return (
      <Popover
        opened={isOpen}
        onChange={change}
        position={position}
        offset={offsetPx}
        width={280}
        trapFocus
        returnFocus
      >
        <Popover.Target>{children}</Popover.Target>
        <Popover.Dropdown p={4}>
          <SwitchPanel onDone={() => change(false)} onBack={() => setSwitching(false)} />
        </Popover.Dropdown>
      </Popover>
    );
  return (
    <Menu
      opened={isOpen}
      onChange={change}
      position={position}
      offset={offsetPx}
      width={280}
      closeOnItemClick={kind !== 'user'}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah="80dvh" style={{ overflow: 'auto' }}>
        <Items kind={kind} onSwitch={() => setSwitching(true)} />
      </Menu.Dropdown>
    </Menu>
  );
}
