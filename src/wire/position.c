/*
 * A position as JSON. The game shows its state to a view sink (rules/view.h);
 * this sink builds a tree: a stack of the lists and objects that are open,
 * and whatever comes goes into the top one.
 */
#include "wire/build.h"
#include "wire/json.h"

#include "base/banned.h"

enum { DEPTH = 16 };

struct tree {
    struct build *build;
    json_t *root;
    json_t *open[DEPTH]; /* borrowed: each belongs to the one below, the first is `root` */
    size_t depth;
};

/* Puts `value` where the walk stands; a value after the end, or too deep, fails the build. */
static void put_steal(struct tree *tree, const char *key, json_t *value)
{
    if (tree->depth == 0) {
        if (tree->root) {
            tree->build->failed = true;
            json_decref(value);
            return;
        }
        tree->root = value;
        return;
    }
    json_t *top = tree->open[tree->depth - 1];
    if (json_is_array(top)) {
        build_append_steal(tree->build, top, value);
    } else {
        build_set_steal(tree->build, top, key, value);
    }
}

static void open_steal(struct tree *tree, const char *key, json_t *container)
{
    put_steal(tree, key, container);
    if (!container || tree->build->failed || tree->depth == DEPTH) {
        tree->build->failed = true;
        return;
    }
    tree->open[tree->depth++] = container;
}

/* After a failure the walk goes on, but the tree is gone: nothing may be touched. */
static bool dead(const struct tree *tree)
{
    return tree->build->failed;
}

static void on_open_object(void *context, const char *key)
{
    if (!dead(context)) {
        open_steal(context, key, json_object());
    }
}

static void on_open_list(void *context, const char *key)
{
    if (!dead(context)) {
        open_steal(context, key, json_array());
    }
}

static void on_close(void *context)
{
    struct tree *tree = context;
    if (dead(tree)) {
        return;
    }
    if (tree->depth == 0) {
        tree->build->failed = true;
        return;
    }
    tree->depth--;
}

static void on_integer(void *context, const char *key, int64_t value)
{
    if (!dead(context)) {
        put_steal(context, key, json_integer(value));
    }
}

static void on_boolean(void *context, const char *key, bool value)
{
    if (!dead(context)) {
        put_steal(context, key, json_boolean(value));
    }
}

static void on_text(void *context, const char *key, struct span value)
{
    struct tree *tree = context;
    if (!dead(tree)) {
        put_steal(tree, key, build_text(tree->build, value));
    }
}

static void on_null(void *context, const char *key)
{
    if (!dead(context)) {
        put_steal(context, key, json_null());
    }
}

static json_t *state_tree(struct build *build, const struct setup *setup, const void *state)
{
    struct tree tree = {.build = build};
    const struct view_sink sink = {.context = &tree,
                                   .open_object = on_open_object,
                                   .open_list = on_open_list,
                                   .close = on_close,
                                   .integer = on_integer,
                                   .boolean = on_boolean,
                                   .text = on_text,
                                   .null = on_null};
    setup->game->view(setup, state, &sink);
    if (!tree.root || tree.depth != 0) {
        build->failed = true;
    }
    return tree.root;
}

enum err wire_position(const struct wire_place *place, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    const struct setup *setup = place->setup;
    const struct game *game = setup->game;
    struct outcome outcome;
    game->outcome(setup, place->state, &outcome);

    json_t *root = json_object();
    build_set_steal(&build, root, "game", build_text(&build, span_from(game->name.id)));
    build_set_steal(&build, root, "rules", json_integer(game->rules));
    build_set_steal(&build, root, "variant", build_text(&build, span_from(game->variants[setup->variant].name.id)));
    build_set_steal(&build, root, "level", build_text(&build, span_from(game->levels[setup->level].name.id)));
    build_set_steal(&build, root, "ply", json_integer((json_int_t)place->ply));
    build_set_steal(&build, root, "plies", json_integer((json_int_t)place->plies));
    build_set_steal(&build, root, "over", json_boolean(outcome.over));
    build_set_steal(&build, root, "turn", build_seats(&build, game->turn(setup, place->state)));
    build_set_steal(&build, root, "state", state_tree(&build, setup, place->state));
    json_t *score = json_object();
    build_score(&build, score, setup, &outcome, place->players);
    build_set_steal(&build, root, "score", score);
    return build_end_steal(&build, root, out, error);
}
