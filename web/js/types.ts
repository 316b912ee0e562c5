// The types that our JavaScript is checked with (tests/js/check types); nothing of this reaches the browser. What the
// API answers is what schema/openapi.yaml says: the check makes build/js/openapi.d.ts out of it. Positions of games and
// catalogues, which that document leaves open, are as docs/foret.md, docs/grandbois.md, docs/ecos.md and docs/biotopes.md have them.
import type { ComponentChildren } from "preact";
import type {} from "uplot";
import type { components, operations } from "../../build/js/openapi.d.ts";

type Schemas = components["schemas"];
type Ok<R> = R extends { 200: infer A } ? A : R extends { 201: infer A } ? A : R extends { 202: infer A } ? A : never;
type Json<O extends keyof operations> =
    Ok<operations[O]["responses"]> extends { content: { "application/json": infer B } } ? B : null;

declare global {
    /** What the API answers. */
    namespace Api {
        type Seat = Schemas["Seat"];
        type Person = Schemas["Person"];
        type Night = Schemas["Night"];
        type Search = Json<"search">;
        type Game = Omit<Schemas["Game"], "seats"> & Titled & { seats: GameSeat[] };
        type GameSeat = Omit<Schemas["Game"]["seats"][number], "person"> & {
            person?: string | null;
            guest?: boolean;
            team?: number | null;
        };
        /** What a game says of its title; ids alone where a daemon is older. */
        type Titled = { title?: Page.Named | null; basis?: string; duration?: number | null };
        /** A row of GET /v1/titles. */
        type Title = {
            id: string;
            name: { en: string; fr: string };
            engine: boolean;
            plays: number;
            last: string | null;
            merged_into: string | null;
        };
        type TitlePage = Schemas["TitlePage"];
        type Spread = TitlePage["spreads"][number];
        type Season = Schemas["Season"];
        type SeasonPage = Schemas["SeasonPage"];
        type SeasonRow = Schemas["SeasonRow"];
        type TablesProposal = Schemas["TablesProposal"];
        type TablesPerson = Schemas["TablesPerson"];
        type Years = Json<"listYears">;
        /** The club's year. */
        type Year = Json<"getYear">;
        type YearPerson = Pick<Year["people_top"][number], "player" | "handle">;
        /** What the club says of itself. */
        type Club = Json<"getClub">;
        type Token = Schemas["Token"];
        /** A pad document: docs/pad.md. */
        type Pad = Json<"listPads">["pads"][number];
        type Category = { id: string; en: string; fr: string; sign?: "+" | "-" };
        /** Somebody whom a person meets often, and how that went. */
        type Opponent = NonNullable<PlayerPage["rival"]>;
        type Receipt = Schemas["Receipt"];
        type Words = Schemas["Words"];
        type Rules = Json<"listRules">;
        type RulesGame = Schemas["RulesGame"];
        type Variant = RulesGame["variants"][number];
        type Catalogue = Schemas["Catalogue"];
        type Score = Schemas["Score"];
        type Scores = Schemas["Scores"];
        type SeatScore = Schemas["SeatScore"];
        type Legal = Json<"listLegalMoves">;
        type Look = Json<"listHands">["looks"][number];
        type LeaderboardRow = Schemas["LeaderboardRow"];
        type NightStanding = Schemas["NightStanding"];
        type NightPage = Schemas["NightPage"];
        type PlayerPage = Schemas["PlayerPage"];
        type CardRow = Schemas["CardRow"];
        type CardPage = Json<"getCard">;
        /** Of a club; the sum over clubs at the root is for no page yet. */
        type Cards = Extract<Json<"listCards">, { log_size: number }>;
        type Record = Json<"listRecords">["rows"][number];
        type Streak = Json<"listRecords">["streaks"][number];
        type History = Json<"getRatingHistory">["rows"][number];
        type Versus = Json<"getVersus">;
        type Audit = Json<"getAudit">;
        type Finding = Schemas["Finding"];
        type Proof = Json<"proveInclusion">;
        type LogEntry = {
            seq: number;
            at: number;
            author: string;
            kind: string;
            game: number;
            leaf: string;
            body: string;
        };
        type Puzzle = Schemas["Puzzle"];
        type Review = Schemas["Review"];
        /** One that was made. */
        type Reviewed = Required<Pick<Review, "players" | "decisions" | "chance" | "turns" | "best_forest">> & Review;
        type Decision = Reviewed["decisions"][number];
        type Grade = Decision["grade"];
        type ReviewFigures = Schemas["ReviewFigures"];
        type Problem = Schemas["Problem"];
        type ImportProblem = Schemas["RecordProblem"];
        /** Somebody, or a title, that a file names: `ours` is who that is here, `alike` whom a new one looks like. */
        type ImportName = Schemas["PlaysName"];
        /** What an import did, or would do; of records, names and corrections are not told. */
        type ImportReport = Json<"importRecords">;
        type Imports = Json<"listImports">;
        type ImportUndone = Json<"undoImport">;
        /** A game for the app BG Stats: a link that fills in a new play there. */
        type BgStats = Json<"getBgstatsLink">;

        /** GET …/state: a position, whatever the game. */
        interface Position<S = State> {
            ply: number;
            over: boolean;
            turn: Seat[];
            state: S;
            score: Score;
        }
        type State = Foret.State | Grandbois.State | Ecos.State | Biotopes.State;

        /** What GET answers at an address, and POST, PATCH and DELETE where the page uses them. */
        type Answer<P extends string, M extends string = "GET"> = P extends `${infer Q}?${string}`
            ? Answer<Q, M>
            : M extends "GET"
              ? Read<P>
              : M extends "DELETE"
                ? null
                : Written<P>;
        type Read<P extends string> = P extends "/v1/club"
            ? Club
            : P extends "/v1/pads"
              ? { pads: Pad[] }
              : P extends "/v1/tokens"
                ? { tokens: Token[]; next: string | null }
                : P extends "/v1/imports"
                  ? Imports
                  : P extends `/v1/games/${string}/bgstats`
                    ? BgStats
                    : Shared<P>;
        type Shared<P extends string> = P extends "/v1/titles"
            ? { titles: Title[] }
            : P extends "/v1/seasons"
              ? { seasons: Season[] }
              : P extends "/v1/years"
                ? Years
                : P extends "/v1/search"
                  ? Search
                  : Lists<P>;
        type Lists<P extends string> = P extends "/v1/rules"
            ? Rules
            : P extends "/v1/access"
              ? Json<"getAccess">
              : P extends "/v1/players"
                ? Json<"listPlayers">
                : P extends "/v1/nights"
                  ? Json<"listNights">
                  : P extends "/v1/places"
                    ? Json<"listPlaces">
                    : P extends "/v1/catalogues"
                      ? Json<"listCatalogues">
                      : P extends "/v1/games"
                        ? { games: Game[]; next: string | null }
                        : P extends "/v1/leaderboard"
                          ? Json<"getLeaderboard">
                          : P extends "/v1/cards"
                            ? Cards
                            : P extends "/v1/records"
                              ? Json<"listRecords">
                              : P extends "/v1/ratings/history"
                                ? Json<"getRatingHistory">
                                : P extends "/v1/forecast"
                                  ? Json<"getForecast">
                                  : P extends "/v1/puzzle"
                                    ? Puzzle
                                    : P extends "/v1/reviews"
                                      ? Json<"getReviewFigures">
                                      : P extends "/v1/audit"
                                        ? Audit
                                        : P extends "/v1/log" | "/v1/log/checkpoint" | "/v1/log/key"
                                          ? string
                                          : P extends "/v1/log/proof/inclusion" | "/v1/log/proof/consistency"
                                            ? Proof
                                            : Below<P>;
        type Below<P extends string> = P extends `/v1/seasons/${string}`
            ? SeasonPage
            : P extends `/v1/titles/${string}`
              ? TitlePage
              : P extends `/v1/years/${string}`
                ? Year
                : Within<P>;
        type Within<P extends string> = P extends `/v1/games/${string}/state`
            ? Position
            : P extends `/v1/games/${string}/review`
              ? Review
              : P extends `/v1/games/${string}/moves`
                ? Schemas["Moves"]
                : P extends `/v1/games/${string}/legal`
                  ? Legal
                  : P extends `/v1/games/${string}/scores`
                    ? Scores
                    : P extends `/v1/games/${string}/score`
                      ? Score
                      : P extends `/v1/games/${string}/hands`
                        ? Json<"listHands">
                        : P extends `/v1/games/${string}/record`
                          ? string
                          : P extends `/v1/games/${string}/audit`
                            ? Json<"auditGame">
                            : P extends `/v1/games/${string}`
                              ? Game
                              : P extends `/v1/players/${string}/stats`
                                ? PlayerPage
                                : P extends `/v1/players/${string}/vs/${string}`
                                  ? Versus
                                  : P extends `/v1/players/${string}`
                                    ? Person
                                    : P extends `/v1/nights/${string}`
                                      ? NightPage
                                      : P extends `/v1/cards/${string}`
                                        ? CardPage
                                        : P extends `/v1/catalogues/${string}`
                                          ? Ecos.CatalogueFile
                                          : unknown;
        type Written<P extends string> = P extends "/v1/tables"
            ? TablesProposal
            : P extends "/v1/seasons" | `/v1/seasons/${string}`
              ? Season
              : P extends `/v1/titles/${string}`
                ? Title
                : P extends "/v1/club"
                  ? Club
                  : P extends "/v1/pads"
                    ? { hash: string }
                    : Entered<P>;
        type Entered<P extends string> = P extends "/v1/players" | `/v1/players/${string}`
            ? Person
            : P extends `/v1/nights/${string}`
              ? Night
              : P extends "/v1/audit"
                ? Json<"startAudit">
                : P extends "/v1/import"
                  ? ImportReport
                  : P extends `/v1/imports/${string}/undo`
                    ? ImportUndone
                    : P extends "/v1/score"
                      ? Score
                      : P extends "/v1/tokens"
                        ? Schemas["Token"]
                        : P extends `/v1/games/${string}/review`
                          ? Review
                          : P extends "/v1/games" | `/v1/games/${string}`
                            ? Receipt
                            : unknown;
        /** All pages of a list, or one answer. */
        type Listed<P extends string, K> = [K] extends [never]
            ? Answer<P>
            : K extends keyof Answer<P>
              ? Extract<Answer<P>[K], unknown[]>
              : never;
    }

    interface Box {
        x: number;
        y: number;
        width: number;
        height: number;
    }
    interface Cell {
        x: number;
        y: number;
    }

    namespace Foret {
        type Held = Cell & { card: string };
        interface Seat {
            seat: Api.Seat;
            cells: Held[];
            box?: Box | null;
            moved?: boolean;
            hand?: string[];
            open?: Cell[];
            score: number;
        }
        interface State {
            turn: number;
            round?: number;
            over: boolean;
            seats: Seat[];
            neutral?: { cards: string[]; moved: boolean; hand?: string[] };
            alban?: { cells: Held[]; score: number };
            supply: Record<string, number>;
        }
    }

    namespace Grandbois {
        interface Seat {
            seat: number;
            clans: string[];
            towers: { tower: string; placed: boolean; x?: number; y?: number }[];
            score: number;
        }
        interface State {
            phase: "setup" | "lay" | "tower" | "refill" | "reveal" | "over";
            over: boolean;
            squares: (Cell & { square: string; tower?: string })[];
            box: Box | null;
            last?: Cell | null;
            river?: { tile: number; squares: string[] }[];
            pile: number;
            seats: Seat[];
        }
    }

    namespace Ecos {
        type Counts = Record<string, number>;
        interface Tile {
            q: number;
            r: number;
            terrain: string;
            mountain: boolean;
            forests: number;
            animals: Counts;
        }
        /** A card in front of a player. */
        interface Held {
            card: number;
            name: string;
            leaves: number | null;
            cubes: Counts;
            slots: Counts | null;
            complete: boolean;
        }
        interface Player {
            seat: number;
            points: number;
            dial: number;
            cubes: number;
            active: Held[];
            hand: number[];
            hidden: number;
            used: { card: number; times: number; points: number }[];
        }
        /** Of a sheet there are only the players. */
        interface State {
            phase: string;
            over: boolean;
            target: number;
            round: number;
            harbinger: number;
            tiles?: Tile[];
            supply: Counts;
            cubes: number;
            bag: Counts;
            tokens: string[];
            decks: { blue: number; brown: number; faceup: number[] };
            resolving: number | null;
            verified: Counts;
            /** Rules 2: lines that the rules wrote themselves since the token. */
            forced?: string[];
            players: Player[];
        }
        /** A line of the record, taken apart. */
        interface Move {
            seat: string;
            kind: string;
            rest: string[];
            places: string[];
            text: string;
            line: string;
        }
        interface Effect {
            place?: string;
            near?: string;
            count?: number;
            everyone?: boolean;
            points?: number | number[];
            per?: string;
            of?: string;
            every?: number;
            cap?: number;
            gain?: string;
            move?: string;
            steps?: number;
            anywhere?: boolean;
            remove?: string;
            replace?: string;
            by?: string;
            pick?: string;
            then?: Effect[];
            optional?: Effect[];
            choose?: Effect[][];
        }
        interface CatalogueCard {
            number: number;
            name: { en: string; fr: string };
            leaves?: number;
            effects?: Effect[];
        }
        interface CatalogueFile {
            cards: CatalogueCard[];
            species: Api.Words[];
            elements: Api.Words[];
            decks: Api.Words[];
        }
    }

    namespace Biotopes {
        /** By colour, or by deck. */
        type Counts = Record<string, number>;
        interface Hex {
            q: number;
            r: number;
            biotope: string;
            edge?: boolean;
            token: number | "n" | null;
        }
        /** A species in a row; of a sheet only how many cubes lie on it. */
        interface Held {
            card: string;
            type: string;
            cubes: Counts;
            count?: number;
        }
        interface Seat {
            seat: number;
            tokens: number;
            passed: boolean;
            hand: Counts;
            cards: string[] | null;
            bag: Counts;
            board: Counts;
            used: string[];
            biotopes: { biotope: string; card: string | null; cubes?: number }[];
            rows: { biotope: string; species: Held[] }[];
            bonus: { card: string; points: number }[];
            waived?: string[];
            land?: Counts | null;
            written?: boolean;
            total?: number | null;
            rank?: number | null;
            categories?: Counts;
        }
        interface Action {
            action: string;
            seat: number;
            card: string | null;
            from: [number, number] | null;
            to: [number, number] | null;
            cost: string[] | null;
            colour: string | null;
            left: number;
        }
        /** Of a sheet, and of totals, there are only the conditions and the seats. */
        interface State {
            cycle: number;
            cycles: number;
            step: string;
            over?: boolean;
            asked: number | "*" | null;
            turn: number | null;
            initiative: number;
            conditions: string[] | null;
            reserve?: Counts;
            decks?: { deck: string; cards: number; discarded: string[] }[];
            tiles?: { tile: string; rotation: number; q: number; r: number }[];
            hexes?: Hex[];
            seats: Seat[];
            action?: Action | null;
        }
        /** A line of the record, taken apart. */
        interface Move {
            seat: string;
            kind: string;
            rest: string[];
            places: string[];
            text: string;
            line: string;
        }
        interface Species {
            id: string;
            deck: string;
            biotope: string;
            type: string;
            /** Types of the diet, one for each cube. */
            diet: string[];
        }
        interface Effect {
            when: string;
            onto?: string;
            gain?: string;
            count?: number;
            points?: number;
            each?: string;
            of?: string;
            per?: number;
        }
        interface CatalogueFile {
            certain?: boolean;
            species: {
                id: string;
                deck: string;
                biotope: string;
                type: string;
                cost: Counts;
                effect?: Effect;
            }[];
            biotopes: { biotope: string; milieu: string; effect?: Effect }[];
        }
        /** A catalogue: draw/biotopes_book.js. */
        interface Book extends Page.Book {
            species: Map<string, Species>;
            effects: Map<string, Effect>;
            certain: boolean;
        }
        type Conditions = (string | null)[];
        /** One player on a sheet. */
        interface Player {
            milieus: (string | null)[];
            rows: { card: string; cubes: number }[][];
            tokens: number[];
            groups: number;
            bonus: Counts;
        }
    }

    /** What the page itself hands around. */
    namespace Page {
        type Shown = ComponentChildren;
        /** What the API, or the page, calls by two names. */
        type Named = { id?: string; en: string; fr: string };
        type Scope = "read" | "record" | "admin";
        type Session = { token: string; scopes: Scope[] | null } | null;
        /** Names a seat: "1" is a person, "*" the table. */
        type Who = (seat: string) => string;
        /** Says something next to where a tap was. */
        type Say = (event: Event | null, text: string) => void;
        type Play = (line: string) => unknown;
        interface Route {
            path: string;
            tab: string | null;
            /** What its parameters may be. */
            fits?: Record<string, (text: string) => boolean>;
            /** A list: what it had loaded is there for who comes back. */
            keeps?: boolean;
            view: () => Promise<{ default: (props: View) => Shown }>;
        }
        /** What every view gets. */
        interface View {
            params: Record<string, string>;
            query: URLSearchParams;
        }
        interface Store<T> {
            get(): T;
            set(value: T): void;
            watch(watcher: (value: T) => void): () => void;
        }
        interface CallOptions {
            /** Sent as JSON, or as text when it is a string. */
            body?: unknown;
            key?: string;
            signal?: AbortSignal;
            headers?: Record<string, string>;
        }
        interface GetOptions {
            signal?: AbortSignal;
            keep?: boolean;
            onOld?: () => void;
        }
        /** What useApi gives. */
        interface Asked<T> {
            data: T | null;
            error: Error | null;
            loading: boolean;
            reload: () => void;
        }
        /** What useAnswer gives. */
        interface Answer<T> {
            data: T | null;
            url: string;
            busy: boolean;
            error: Error | null;
            reload: () => void;
        }
        interface Rules {
            list: Api.RulesGame[];
            find(id: string): Api.RulesGame | undefined;
        }
        /** A guest is nobody in particular: without an id, and there may be several. */
        type Person = { id: string | null; name: string; guest?: boolean };
        type TitleTable = { variant: string; seats: Person[] };
        /** A title on one of tonight's tables; null: nobody has said for how many. */
        interface EveningTable {
            title: string;
            name: string;
            min: number | null;
            max: number | null;
            /** The rules say the sizes. */
            engine: boolean;
        }
        /** One table of a proposal; null: what its people come to is not known. */
        interface Seating extends EveningTable {
            people: Api.TablesPerson[];
            together: number | null;
            spread: number | null;
            opened?: boolean;
        }
        interface EveningProposal {
            /** What was asked: who is here and the titles. */
            asked: string;
            exact: boolean;
            moved: boolean;
            tables: Seating[];
            left: Api.TablesPerson[];
        }
        /** Tables for tonight, as they are on this device. */
        interface Evening {
            at: number;
            here: { id: string; name: string }[];
            tables: EveningTable[];
            proposal: EveningProposal | null;
        }
        /** What was played at the last table. */
        interface Table {
            game: string;
            variant: string;
            level: string;
            options: Record<string, string>;
            seats: Person[];
            place: string;
        }

        /** An entry that waits on the device. */
        interface Item {
            id: number;
            key: string;
            group: string;
            kind: string;
            path: string;
            body: ItemBody;
            /** For people: who sits there, the game and how its title is called, moves as written, totals of a sheet. */
            about: {
                title?: string;
                names?: string[];
                draft?: string;
                game?: string;
                called?: string;
                moves?: string[];
                sums?: (number | null)[];
                /** The record that a correction takes the place of, with handles. */
                before?: string;
            };
            /** Names that are compared with the club's people before it is sent: lib/look_later.js. */
            look?: string[];
            created: number;
            /** It has left this device at least once, and nobody knows yet whether it has arrived. */
            left?: boolean;
            /** Until then it stays here, so that it can be thought over. */
            after?: number;
            problem: ItemProblem | null;
        }
        type ItemProblem = {
            status: number;
            id: string;
            detail: string;
            ply?: number;
            rule?: string;
            /** A name that looks like somebody's: it is asked about before it is sent. */
            like?: { typed: string; person: Person };
        };
        interface ItemBody {
            ply?: number;
            moves?: string[];
            count?: number;
            record?: string;
            game?: string;
            variant?: string;
            level?: string;
            seats?: string[];
            options?: Record<string, string>;
            place?: string;
            night?: string;
            reason?: string;
            /** Of a correction: the game's last entry that its author knows. */
            last?: number;
        }
        type Entering = Pick<Item, "kind" | "body"> & { problem?: ItemProblem | null };

        /** A game as the daemon has it, or, without a number, as its opening on this device says. */
        type LiveInfo = Pick<Api.Game, "game" | "variant" | "level" | "status" | "plies"> & {
            id: number | null;
            last?: number;
            day?: string | null;
            place?: string | null;
            seats: {
                seat: number;
                player: string | null;
                person?: string | null;
                total: number | null;
                rank: number | null;
            }[];
        };
        interface LiveData {
            info: LiveInfo;
            moves: string[];
            board: Api.Position | null;
        }
        interface Live {
            id: string;
            number: number | null;
            data: LiveData | null;
            moves: string[];
            waiting: Item[];
            error: Error | null;
            connected: boolean;
            play(lines: string[]): Promise<number>;
            back(count?: number): Promise<number | undefined>;
            abandon(): Promise<number>;
            reload(): Promise<void>;
        }
        /** What a view of a game in play gets: once there is something to show. */
        interface LiveProps {
            live: Live & { data: LiveData };
            canPlay: boolean;
            rules?: Api.RulesGame;
        }
        interface LegalLines {
            ply: number;
            turn: Api.Seat[];
            lines: string[];
            count: number;
        }
        interface BoardProps<S> {
            board: Api.Position<S>;
            legal: LegalLines | null;
            who: Who;
            book: Book;
            play: Play;
        }

        /** A catalogue of Ecos: draw/catalogue.js. */
        interface Book {
            cards: Map<number, Ecos.CatalogueCard>;
            card(number: number): string;
            thing(id: string): string;
            deck(id: string): string;
        }
        interface Picked {
            seat: number;
            round: number;
            pick: number;
            taken: string;
        }
        interface TableOf<S> {
            state: S;
            who: Who;
            last?: string | null;
            final?: S;
            turn?: Api.Seat[];
            book?: Book;
        }
        interface HandOf {
            pick: Picked;
            look?: Api.Look;
            cards: string[] | null;
            before?: Foret.Seat;
            who: Who;
            level: string;
            line: string;
        }
        /** A turn of a film, and the move it begins with. */
        type Round = { label: string; at: number };
        /** The drawings of a game: draw/all.js. */
        /** A position in which somebody chooses; `picked` is the number of the choice, `hand` what is known of it. */
        interface PuzzleOf {
            state: Api.State;
            seat: number;
            hand: string[] | null;
            choices: string[];
            asks: "take" | "move";
            who: string;
            picked: number | null;
            onPick: (choice: number) => void;
        }
        interface Boards {
            /** The hand and the own board, to choose from. */
            Puzzle?(of: PuzzleOf): Shown;
            table(of: TableOf<Api.State>): Shown;
            frame(line: string): Shown;
            sentence(line: string, who: Who, book: Book): string;
            /** The same without who did it. */
            phrase?(line: string): string;
            /** Cards of one player, laid in rows; null: an empty cell. */
            arranged?(of: { cells: (string | null)[]; columns: number; size?: number; caption: string }): Shown;
            heads(moves: string[], seats: number): (string | null)[];
            alternatives?(of: { lines: string[]; who: Who; book: Book }): Shown;
            picks?(moves: string[], seats: number): (Picked | null)[];
            handOf?(of: HandOf): Shown;
            sheet?(of: TableOf<Api.State>): Shown;
            /** The race with what was secret until the end. */
            hindsight?(moves: string[], seats: Grandbois.State["seats"]): Pick<Api.Scores, "ply" | "seats">;
        }

        /** A figure and its doubt: parts/figures.js. */
        interface Figure {
            value: number;
            low: number | null;
            high: number | null;
            n: number;
        }
        interface Axis {
            low: number;
            high: number;
        }
        type Sort = { by: string; down: boolean };
        type Format = (value: number) => string;
        /** A column of a table of figures: parts/table.js. */
        interface Column<R> {
            id: string;
            name: Shown;
            why?: Shown;
            kind?: "figure" | "count";
            head?: boolean;
            fixed?: boolean;
            sortable?: boolean;
            down?: boolean;
            par?: number | ((row: R) => number | null);
            axis?: Axis;
            room?: string;
            of(row: R): Figure | string | number | null | undefined;
            show?(row: R): Shown;
            format?: Format;
            tick?: Format;
            doubt?(figure: Figure, row: R): string;
            verdict?(figure: Figure, row: R): string;
        }
        type Choice = { id: string; text: string };
        /** What a table can be sorted by. */
        type Sortable = string | number | null | undefined;
        /** uPlot's options; its size is that of its place. */
        type PlotOptions = Omit<uPlot.Options, "width" | "height">;
        type HeatCell = {
            row: number;
            column: number;
            copies: number;
            points: number | null;
            points_lo: number | null;
            points_hi: number | null;
        };
        /** A seat of a result, as GET /v1/games (person) and GET /v1/nights/{day} (handle) give them. */
        interface ResultSeat {
            seat?: number;
            person?: string | null;
            handle?: string | null;
            player: string | null;
            total: number | null;
            rank: number | null;
        }
        type Result = { id: number; game: string; title?: Named | null; day?: string | null; seats: ResultSeat[] };

        /** What every draft of a sheet has. */
        interface Draft {
            id: string;
            game: string;
            /** Of a pad. */
            title?: string;
            variant: string;
            level: string;
            seats: Person[];
            options?: Record<string, string>;
            extras: Record<string, string>;
            place?: string;
            night?: string;
            /** Its names are compared with the club's people before it is sent. */
            look?: boolean;
            updated?: number;
            /** The game that this sheet corrects, its last entry, and its record as it stood, with handles. */
            correcting?: { game: number; last: number; text: string };
        }
        type Claims = Record<string, number | undefined>;
        type Claimed = Draft & { claims: Claims[] };
        type ForetDraft = Claimed & { grids: (string | null)[][]; extra: (string | null)[] | null };
        type EcosDraft = Draft & { points: string[]; used: Record<string, number>[] };
        type GrandboisDraft = Claimed & {
            squares: Record<string, string>;
            towers: Record<string, string>;
            clans: string[][];
            cursor: Cell & { from: number };
        };
        type BiotopesDraft = Claimed & {
            conditions: Biotopes.Conditions;
            players: Biotopes.Player[];
            /** What its catalogue says, once that has been read. */
            certain: boolean;
        };
        /** Totals, of a title or of a game with rules: views/sheet_totals.js. */
        type TotalsDraft = Draft & {
            points: string[];
            ranks: string[];
            wins: boolean[];
            /** Letters, "" for who plays alone. */
            teams: string[];
            /** How it ended for all together, or that it was only played. */
            end: "won" | "lost" | "played" | null;
            /** Of all together. */
            total: string;
            /** Of a rival that the rules play; null: there is none. */
            rival: string | null;
            minutes: string;
            note: string;
            /** The title's document, when it has one: what counts, and its categories. */
            pad?: Api.Pad | null;
            /** Points by category, once somebody wants them: which there are, and of each seat what was typed. */
            categories?: Api.Category[] | null;
            parts?: Record<string, string>[];
            /** Seats that were ahead where totals are equal, the first first. */
            ahead?: number[];
        };
        type AnyDraft = ForetDraft | EcosDraft | GrandboisDraft | BiotopesDraft | TotalsDraft;
        /** A draft before the device has given it an id. */
        type NewDraft = Omit<Draft, "id"> & object;
        type Change<D> = (step: (draft: D) => D, field?: string | null) => void;
        interface Undo {
            undo(): void;
            redo(): void;
            canUndo: boolean;
            canRedo: boolean;
        }
        /** What the view of a game's sheet gets. */
        interface SheetProps<D> extends Undo {
            draft: D;
            change: Change<D>;
            move(step: (draft: D) => D): void;
            rules?: Api.RulesGame;
            Finish: (props: { wrong?: string | false; missing?: string | false }) => Shown;
        }
        interface SheetModule<D> {
            lines(draft: D): string[];
            sums?(draft: D): (number | null)[];
            default(props: SheetProps<D>): Shown;
        }
        interface SheetKind {
            /** Works on the drafts of its own game: which these are, a draft's `game` says. */
            view(): Promise<SheetModule<any>>;
            blank(table: { seats: Person[]; variant: Api.Variant; pad?: Api.Pad | null }): object;
            progress(draft: AnyDraft): string;
        }
        /** A row of a table of scores. */
        interface ScoreRow {
            categories: Record<string, number>;
            total: number | null;
            rank: number | null;
            gaps?: number;
        }
        type Tab<I> = { id: I; name: string; total: number | null; note: string; done: boolean; words?: boolean };
    }
}
