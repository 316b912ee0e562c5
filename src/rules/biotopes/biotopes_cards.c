/*
 * The names of the cards of Biotopes: the 88 species by deck and biotope, the
 * advanced biotopes, the basic ones. They are the box's and do not change;
 * what the cards do is in a catalogue. The order is the number of a card in
 * moves and statistics, so nothing is ever moved or put in between.
 */
#include "rules/biotopes/biotopes_catalogue.h"

#include "base/banned.h"

const struct name bio_card_names[BIO_CARDS] = {
    /* herbivores of the mountain */
    {"alpine-ibex", "Alpine Ibex", "Bouquetin des Alpes"},
    {"apollo", "Apollo", "Apollon"},
    {"citril-finch", "Citril Finch", "Venturon montagnard"},
    {"green-grasshopper", "Green Grasshopper", "Sauterelle verte"},
    {"mountain-hare", "Mountain Hare", "Lièvre variable"},
    {"red-deer", "Red Deer", "Cerf élaphe"},
    {"red-headed-millipede", "Red-headed Millipede", "Iule à tête rouge"},
    {"rosalia-longicorn", "Rosalia Longicorn", "Rosalie des Alpes"},
    {"western-capercaillie", "Western Capercaillie", "Grand Tétras"},
    /* herbivores of the forest */
    {"eurasian-bullfinch", "Eurasian Bullfinch", "Bouvreuil pivoine"},
    {"european-hare", "European Hare", "Lièvre d'Europe"},
    {"european-rose-chafer", "European Rose Chafer", "Cétoine dorée"},
    {"hawfinch", "Hawfinch", "Grosbec casse-noyaux"},
    {"hazel-dormouse", "Hazel Dormouse", "Muscardin"},
    {"mammoth-wasp", "Mammoth Wasp", "Scolie des jardins"},
    {"stag-beetle", "Stag Beetle", "Lucane cerf-volant"},
    {"two-tailed-pasha", "Two-tailed Pasha", "Pacha à deux queues"},
    {"wild-boar", "Wild Boar", "Sanglier"},
    /* herbivores of the meadow */
    {"brown-rat", "Brown Rat", "Rat surmulot"},
    {"common-linnet", "Common Linnet", "Linotte mélodieuse"},
    {"eurasian-harvest-mouse", "Eurasian Harvest Mouse", "Rat des moissons"},
    {"european-goldfinch", "European Goldfinch", "Chardonneret élégant"},
    {"european-harvester-ant", "European Harvester Ant", "Fourmi moissonneuse"},
    {"european-rabbit", "European Rabbit", "Lapin de garenne"},
    {"minotaur-beetle", "Minotaur Beetle", "Minotaure typhée"},
    {"spanish-festoon", "Spanish Festoon", "Proserpine"},
    {"western-honey-bee", "Western Honey Bee", "Abeille domestique"},
    /* herbivores of the wetland */
    {"canada-thistle-gall-fly", "Canada Thistle Gall Fly", "Mouche à galle du chardon"},
    {"common-bladder-snail", "Common Bladder Snail", "Physe"},
    {"common-house-mosquito", "Common House Mosquito", "Moustique commun"},
    {"common-reed-bunting", "Common Reed Bunting", "Bruant des roseaux"},
    {"eurasian-beaver", "Eurasian Beaver", "Castor d'Europe"},
    {"large-copper", "Large Copper", "Cuivré des marais"},
    {"mute-swan", "Mute Swan", "Cygne tuberculé"},
    {"northern-pintail", "Northern Pintail", "Canard pilet"},
    {"southwestern-water-vole", "Southwestern Water Vole", "Campagnol amphibie"},
    /* insectivores of the mountain */
    {"alpine-marmot", "Alpine Marmot", "Marmotte"},
    {"alpine-newt", "Alpine Newt", "Triton alpestre"},
    {"ladybird-spider", "Ladybird Spider", "Érèse coccinelle"},
    {"pyrenean-desman", "Pyrenean Desman", "Desman des Pyrénées"},
    {"red-billed-chough", "Red-billed Chough", "Crave à bec rouge"},
    {"viviparous-lizard", "Viviparous Lizard", "Lézard vivipare"},
    {"wallcreeper", "Wallcreeper", "Tichodrome échelette"},
    /* insectivores of the forest */
    {"european-crested-tit", "European Crested Tit", "Mésange huppée"},
    {"european-hornet", "European Hornet", "Frelon européen"},
    {"european-tree-frog", "European Tree Frog", "Rainette verte"},
    {"green-woodpecker", "Green Woodpecker", "Pic vert"},
    {"marbled-newt", "Marbled Newt", "Triton marbré"},
    {"red-wood-ant", "Red Wood Ant", "Fourmi rousse des bois"},
    {"western-green-lizard", "Western Green Lizard", "Lézard à deux raies"},
    /* insectivores of the meadow */
    {"common-parsley-frog", "Common Parsley Frog", "Pélodyte ponctué"},
    {"european-bee-eater", "European Bee-eater", "Guêpier d'Europe"},
    {"european-hedgehog", "European Hedgehog", "Hérisson"},
    {"greater-horseshoe-bat", "Greater Horseshoe Bat", "Grand rhinolophe"},
    {"natterjack-toad", "Natterjack Toad", "Crapaud calamite"},
    {"spanish-psammodromus", "Spanish Psammodromus", "Psammodrome"},
    {"spiked-magician", "Spiked Magician", "Magicienne dentelée"},
    /* insectivores of the wetland */
    {"bearded-reedling", "Bearded Reedling", "Panure à moustaches"},
    {"common-water-frog", "Common Water Frog", "Grenouille verte"},
    {"daubentons-bat", "Daubenton's Bat", "Murin de Daubenton"},
    {"emperor-dragonfly", "Emperor Dragonfly", "Anax empereur"},
    {"grass-frog", "Grass Frog", "Grenouille rousse"},
    {"great-crested-newt", "Great Crested Newt", "Triton crêté"},
    {"yellow-bellied-toad", "Yellow-bellied Toad", "Sonneur à ventre jaune"},
    /* carnivores of the mountain */
    {"aspic-viper", "Aspic Viper", "Vipère aspic"},
    {"bearded-vulture", "Bearded Vulture", "Gypaète barbu"},
    {"eurasian-lynx", "Eurasian Lynx", "Lynx boréal"},
    {"european-polecat", "European Polecat", "Putois d'Europe"},
    {"fire-salamander", "Fire Salamander", "Salamandre tachetée"},
    {"peregrine-falcon", "Peregrine Falcon", "Faucon pèlerin"},
    /* carnivores of the forest */
    {"common-genet", "Common Genet", "Genette"},
    {"eurasian-badger", "Eurasian Badger", "Blaireau européen"},
    {"eurasian-hobby", "Eurasian Hobby", "Faucon hobereau"},
    {"european-pine-marten", "European Pine Marten", "Martre des pins"},
    {"european-roller", "European Roller", "Rollier d'Europe"},
    {"tawny-owl", "Tawny Owl", "Chouette hulotte"},
    /* carnivores of the meadow */
    {"green-whip-snake", "Green Whip Snake", "Couleuvre verte et jaune"},
    {"merlin", "Merlin", "Faucon émerillon"},
    {"ocellated-lizard", "Ocellated Lizard", "Lézard ocellé"},
    {"red-fox", "Red Fox", "Renard roux"},
    {"red-kite", "Red Kite", "Milan royal"},
    {"white-stork", "White Stork", "Cigogne blanche"},
    /* carnivores of the wetland */
    {"barred-grass-snake", "Barred Grass Snake", "Couleuvre helvétique"},
    {"european-otter", "European Otter", "Loutre d'Europe"},
    {"european-pond-terrapin", "European Pond Terrapin", "Cistude"},
    {"great-diving-beetle", "Great Diving Beetle", "Dytique marginé"},
    {"squacco-heron", "Squacco Heron", "Héron crabier"},
    {"viperine-water-snake", "Viperine Water Snake", "Couleuvre vipérine"},
    /* advanced biotopes */
    {"mountain-preserved", "Preserved mountain", "Montagne : milieu préservé"},
    {"mountain-adapted", "Adapted mountain", "Montagne : milieu adapté"},
    {"mountain-propitious", "Propitious mountain", "Montagne : milieu favorable"},
    {"mountain-plentiful", "Plentiful mountain", "Montagne : milieu abondant"},
    {"mountain-populous", "Populous mountain", "Montagne : milieu populeux"},
    {"forest-preserved", "Preserved forest", "Forêt : milieu préservé"},
    {"forest-adapted", "Adapted forest", "Forêt : milieu adapté"},
    {"forest-propitious", "Propitious forest", "Forêt : milieu favorable"},
    {"forest-plentiful", "Plentiful forest", "Forêt : milieu abondant"},
    {"forest-populous", "Populous forest", "Forêt : milieu populeux"},
    {"meadow-preserved", "Preserved meadow", "Prairie : milieu préservé"},
    {"meadow-adapted", "Adapted meadow", "Prairie : milieu adapté"},
    {"meadow-propitious", "Propitious meadow", "Prairie : milieu favorable"},
    {"meadow-plentiful", "Plentiful meadow", "Prairie : milieu abondant"},
    {"meadow-populous", "Populous meadow", "Prairie : milieu populeux"},
    {"wetland-preserved", "Preserved wetland", "Zone humide : milieu préservé"},
    {"wetland-adapted", "Adapted wetland", "Zone humide : milieu adapté"},
    {"wetland-propitious", "Propitious wetland", "Zone humide : milieu favorable"},
    {"wetland-plentiful", "Plentiful wetland", "Zone humide : milieu abondant"},
    {"wetland-populous", "Populous wetland", "Zone humide : milieu populeux"},
    /* basic biotopes */
    {"mountain", "Mountain", "Montagne"},
    {"forest", "Forest", "Forêt"},
    {"meadow", "Meadow", "Prairie"},
    {"wetland", "Wetland", "Zone humide"},
};

const char *const bio_alias[BIO_SPECIES] = {
    [3] = "Criquet vert",              /* green-grasshopper */
    [6] = "Mille-pattes à tête rouge", /* red-headed-millipede */
};
