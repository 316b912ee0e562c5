// The types that the browser tests are checked with (tests/js/check types).
import type { Page as PlaywrightPage } from "playwright-core";

declare global {
    namespace Test {
        type Page = PlaywrightPage;
        /** A club with a daemon of its own: harness.mjs. */
        interface Club {
            readonly url: string;
            token: string;
            db: string;
            get<P extends string>(path: P): Promise<Api.Answer<P>>;
            post<P extends string>(path: P, body?: unknown): Promise<Api.Answer<P, "POST">>;
            makeToken(scopes: string): Promise<string>;
            halt(): Promise<void>;
            again(): Promise<void>;
            stop(): Promise<void>;
        }
        interface ClubOptions {
            demo?: boolean;
            returns?: boolean;
            /** The day that it is there, as "2026-11-14". */
            today?: string;
            options?: string[];
        }
        type Size = { width: number; height: number };
        interface VisitOptions {
            size?: Size;
            token?: string | null;
            path?: string;
            lang?: string;
            theme?: "light" | "dark";
            worker?: boolean;
            touch?: boolean;
            /** Where the device is, as "Pacific/Auckland". */
            zone?: string;
            expect?: RegExp[];
            /** What is done to the page before anything is loaded. */
            prepare?: (page: Page) => unknown;
        }
        interface Tools {
            club(options?: ClubOptions): Promise<Club>;
            visit(daemon: Club, options?: VisitOptions): Promise<Page>;
            shot(page: Page, title: string): Promise<void>;
            complaints(page: Page): string[];
            after(last: () => unknown): void;
        }
    }

    /** What has popped up in a page under test. */
    var popped: string[];
    /** How many requests of a page under test have no answer yet (visual_camera.mjs). */
    var underWay: number;
    /** Where pictures are compared (visual_darkroom.mjs). */
    var darkroom: any;
    /** What a hostile name would set. */
    var hacked: unknown;
    /** What a page under test handed to the device to share. */
    var shared: string | undefined;
    /** axe-core, once a test has brought it along. */
    var axe: typeof import("axe-core");
}
