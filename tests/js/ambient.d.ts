// Modules whose types our checks cannot find by themselves.

/** The browser tests take it from the page's own packages. */
declare module "*/playwright-core/index.mjs" {
    export * from "playwright-core";
}

declare module "*/esbuild/lib/main.js" {
    export * from "esbuild";
}

/** What bench/peers uses of packages that only a benchmark installs. */
declare module "better-sqlite3" {
    namespace Database {
        interface Statement {
            run(...values: unknown[]): { lastInsertRowid: number };
            get(...values: unknown[]): Record<string, unknown> | undefined;
        }
    }
    class Database {
        constructor(path: string);
        pragma(text: string): unknown;
        exec(text: string): void;
        prepare(text: string): Database.Statement;
        transaction<A extends unknown[], R>(work: (...given: A) => R): (...given: A) => R;
    }
    export = Database;
}
declare module "fastify" {
    namespace fastify {
        interface Request {
            headers: Record<string, string | undefined>;
            params: { id: string };
            body: { ply?: number; moves: string };
        }
        interface Reply {
            code(status: number): Reply;
            send(body?: unknown): Reply;
        }
        interface Server {
            post(path: string, options: object, handle: (request: Request, reply: Reply) => unknown): void;
            listen(options: { port: number; host: string }): Promise<string>;
        }
    }
    function fastify(): fastify.Server;
    export = fastify;
}
declare module "openskill" {
    export type Rating = { mu: number; sigma: number };
    export function rating(): Rating;
    export function rate(teams: Rating[][], options: { rank: number[]; model: unknown }): Rating[][];
    export function predictWin(teams: Rating[][]): number[];
}
declare module "openskill/models";

/** web/bundle.mjs hands drawings on as texts. */
declare module "*.svg" {
    const text: string;
    export default text;
}

/** What bench/lighthouse uses of packages that only a benchmark installs. */
declare module "chrome-launcher" {
    export function launch(options: object): Promise<{ port: number; kill(): void }>;
}
declare module "lighthouse" {
    interface Audit {
        numericValue?: number;
        details?: { items: unknown[] };
    }
    interface Found {
        lhr: {
            runtimeError?: { message: string };
            audits: Record<string, Audit>;
            categories: Record<string, { score: number | null }>;
        };
    }
    export default function lighthouse(address: string, options: object): Promise<Found | undefined>;
}
