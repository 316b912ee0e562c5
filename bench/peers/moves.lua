-- wrk: records the moves of real games, each request the next move of some game. A thread walks 30 games side by side, move by
-- move, then the next 30: with fewer than 30 connections a thread, a game's previous move is answered before its next is sent,
-- so that nearly every request is a move that is accepted and made durable.
--
-- environment: TOKEN; LINES, a file with the moves of one game; FIRST, the number of the first game; SPAN, games a thread
-- and of many clubs: TOKENS instead of TOKEN, a file with a line for each club, its slug and its token: the games take turns among them,
-- FIRST is then the first of each; KEYS, any word: every request has an Idempotency-Key that begins with it
local threads = 0
function setup(thread)
    thread:set("number", threads)
    threads = threads + 1
end

local SIDE_BY_SIDE = 30
local bodies, clubs, first, span, sent = {}, {}, 0, 0, 0
local keys = os.getenv("KEYS")

local function club(prefix, token)
    clubs[#clubs + 1] = {
        prefix = prefix,
        headers = { ["Authorization"] = "Bearer " .. token, ["Content-Type"] = "application/json" },
    }
end

function init()
    for line in io.lines(os.getenv("LINES")) do
        bodies[#bodies + 1] = '{"moves":"' .. line .. '"}'
    end
    first, span = tonumber(os.getenv("FIRST")), tonumber(os.getenv("SPAN"))
    if os.getenv("TOKENS") then
        for line in io.lines(os.getenv("TOKENS")) do
            local slug, token = line:match("(%S+) (%S+)")
            club("/c/" .. slug, token)
        end
    else
        club("", os.getenv("TOKEN"))
    end
end

local begun = false

function request()
    if not begun then -- wrk asks once to see whether it works, and throws that away
        begun = true
        return wrk.format("GET", "/healthz")
    end
    local batch = math.floor(sent / (SIDE_BY_SIDE * #bodies))
    local rest = sent % (SIDE_BY_SIDE * #bodies)
    local turn = number * span + batch * SIDE_BY_SIDE + rest % SIDE_BY_SIDE
    local place = clubs[turn % #clubs + 1]
    local game = first + math.floor(turn / #clubs)
    sent = sent + 1
    if keys then
        place.headers["Idempotency-Key"] = keys .. "-" .. number .. "-" .. sent
    end
    return wrk.format("POST", place.prefix .. "/v1/games/" .. game .. "/moves", place.headers,
        bodies[math.floor(rest / SIDE_BY_SIDE) + 1])
end

function done(summary)
    -- Only what was accepted counts: on a busy machine a connection may be overtaken, and the daemon refuses what breaks a rule.
    -- (No ply is expected, because the peer, which knows no rules, would then refuse the rest of that game.)
    io.write(string.format("RATE %.1f\nREFUSED %.4f\nBAD %d\n",
        (summary.requests - summary.errors.status) / (summary.duration / 1e6), summary.errors.status / summary.requests,
        summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
