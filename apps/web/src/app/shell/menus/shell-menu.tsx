import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import type { ShellMenuKind } from './opened-menu.tsx';

// Longer than a menu takes to fade.
const closedMs = 150;

const loadMenu = () => import('./opened-menu.tsx');
const OpenedMenu = lazy(async () => ({ default: (await loadMenu()).OpenedMenu }));

/** Which menu was opened last: one that is still closing takes no focus from the next. */
let newest: ShellMenuKind | null = null;

interface ShellMenuProps {
  kind: ShellMenuKind;
  className: string | undefined;
  /** Name of the button when its face has no words. */
  label?: string;
  children: ReactNode;
}

/**
 * A button of the frame that opens a menu. What draws menus is fetched when the pointer or the focus comes near, so that
 * it is not part of the first download.
 */
export function ShellMenu({ kind, className, label, children }: ShellMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const face = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen || !isWanted) return undefined;
    // The button was made anew when its menu came, so that nobody else knows where the focus was. Whoever went elsewhere stays there.
    const giveBack = (): void => {
      if (newest !== kind) return;
      const { activeElement: active, body } = document;
      if (active === null || active === body || active.closest('[role=menu], [role=dialog]') !== null)
        face.current?.focus();
    };
    giveBack();
    // Once more when the menu is gone, which may take the focus with it; unless another one was opened meanwhile.
    const timer = setTimeout(() => {
      if (document.querySelector('[role=menu], [role=dialog]') === null) giveBack();
    }, closedMs);
    return () => clearTimeout(timer);
  }, [isOpen, isWanted, kind]);
  const open = (): void => {
    newest = kind;
    setWanted(true);
    setOpen(true);
  };
  const preload = (): void => void loadMenu();
  const button = (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
    >
      {children}
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenedMenu kind={kind} isOpen={isOpen} onChange={(next) => (next ? open() : setOpen(false))}>
        <button ref={face} type="button" className={className} aria-label={label}>
          {children}
        </button>
      </OpenedMenu>
    </Suspense>
  );
}
