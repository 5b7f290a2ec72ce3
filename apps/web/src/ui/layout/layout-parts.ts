import type { ComponentPropsWithRef, JSX } from 'react';
import classes from './layout.module.css';

/** A step of the space tokens (`--s-sp-*`), in px. */
export type Space = 2 | 4 | 6 | 8 | 12 | 16 | 24 | 32 | 48 | 64;

/** What a part of the layout may be drawn as: elements that bring no look and no behaviour of their own. */
export type LayoutTag = Exclude<keyof JSX.IntrinsicElements, 'a' | 'button' | 'input' | 'select' | 'textarea' | 'svg'>;

/** What a part takes itself, and all that its element takes. */
export type PropsOf<Tag extends LayoutTag, Own> = Own & { as?: Tag } & Omit<
    ComponentPropsWithRef<Tag>,
    keyof Own | 'as'
  >;

export interface Placing {
  /** Between the parts; without it they touch. */
  gap?: Space;
  /** Between lines, where it differs from the gap within one. */
  rowGap?: Exclude<Space, 48 | 64>;
  /** Across the direction of the parts; they fill it unless told otherwise. */
  align?: 'start' | 'center' | 'end' | 'baseline';
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** One text of class names; those that are not there are left out. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ');

/** The classes of how parts are placed. */
export const placed = ({ gap, rowGap, align }: Placing, justify?: string): string =>
  classNames(
    gap !== undefined && classes[`gap${String(gap)}`],
    rowGap !== undefined && classes[`rowGap${String(rowGap)}`],
    align !== undefined && classes[`align${capital(align)}`],
    justify !== undefined && classes[`justify${capital(justify)}`],
  );
